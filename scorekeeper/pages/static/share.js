// The Share button of a replay: the system's share sheet on phones, and a dialog with every other way.
import "./copying.js"; // the buttons that copy a field of the dialog
import { MovingPicture, fileAt } from "./moving_picture.js";

const PATIENCE = 2000; // milliseconds, after which the link is shared without its picture
const PHONE = "(hover: none) and (pointer: coarse)";

class Share {
  constructor(button, dialog) {
    this.dialog = dialog;
    this.address = document.getElementById("address");
    this.png = document.getElementById("png");
    button.addEventListener("click", (click) => {
      click.preventDefault();
      this.open();
    });
    dialog.querySelector(".close").addEventListener("click", (click) => {
      click.preventDefault();
      dialog.close();
    });
    // a click beside the dialog closes it
    dialog.addEventListener("click", (click) => click.target === dialog && dialog.close());
    this.sheet = document.getElementById("send");
    this.sheet.hidden = !navigator.share;
    this.sheet.addEventListener("click", () => this.send());
    this.prepareMoving();
  }

  open() {
    this.dialog.showModal();
    const qr = document.getElementById("qr");
    qr.src = qr.dataset.wanted ?? qr.src;
    if (navigator.share && matchMedia(PHONE).matches) this.send();
  }

  // open the system's share sheet; whoever closes it finds the other ways in the dialog
  async send() {
    const data = { title: document.title, url: this.address.value };
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE);
    const file = await fileAt(this.png.href, this.png.download, patience.signal).catch(() => null);
    clearTimeout(timer);
    const whole = { ...data, files: file ? [file] : [] };
    try {
      await navigator.share(file && navigator.canShare(whole) ? whole : data);
      this.dialog.close();
    } catch {
      // closed without sending, or the system refuses
    }
  }

  prepareMoving() {
    this.moving = document.getElementById("moving");
    if (!this.moving) return;
    const place = document.getElementById("moving-place");
    const picture = new MovingPicture(place);
    this.moving.addEventListener("click", (click) => {
      if (click.metaKey || click.ctrlKey || click.button !== 0) return;
      click.preventDefault();
      picture.open(this.moving.href);
    });
    // of another view or moment: asked for anew
    this.forget = () => place.replaceChildren();
  }

  // another moment, or another view of it, is shown
  at(address, event, query) {
    this.address.value = address;
    for (const picture of document.querySelectorAll("#png, #picture"))
      picture.href = `${picture.dataset.address.replace("/0.", `/${event}.`)}?${query}`;
    for (const [id, extra] of [["animation", ""], ["trick-animation", `around=${event}`], ["moving", ""]]) {
      const link = document.getElementById(id);
      if (link) link.href = `${link.dataset.address}?${[query, extra].filter(String).join("&")}`;
    }
    if (this.query !== String(query)) this.forget?.();
    this.query = String(query);
    const qr = document.getElementById("qr");
    qr.dataset.wanted = `${qr.dataset.address}${address.search}`;
    if (this.dialog.open) qr.src = qr.dataset.wanted;
    const embed = document.getElementById("embed");
    if (embed) embed.value = embed.value.replace(/src="[^"]*"/, `src="${embed.dataset.address}${address.search}"`);
  }
}

const button = document.getElementById("sharing");
export const share = button && new Share(button, document.getElementById("share"));
