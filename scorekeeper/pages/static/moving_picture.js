// Follows a moving picture that is being made, on its own page and in the dialog of the Share button.
const SECOND = 1000;

export class MovingPicture {
  // `place` is where the part of the page with the moving picture is shown
  constructor(place) {
    this.place = place;
    place.addEventListener("click", (click) => {
      const other = click.target.closest("a[data-moving]");
      if (!other || click.metaKey || click.ctrlKey || click.button !== 0) return;
      click.preventDefault();
      this.open(other.href);
    });
    place.addEventListener("submit", (submitted) => {
      submitted.preventDefault();
      this.post(submitted.target);
    });
  }

  // show what is there, and have it made if nobody has asked for it
  async open(address) {
    await this.show(await this.load(address));
    const form = this.place.querySelector("form[data-ask]");
    if (form) await this.post(form);
  }

  async post(form) {
    const sent = { method: "POST", body: new FormData(form) };
    await this.show(await this.load(form.getAttribute("action"), sent));
  }

  async load(address, options = {}) {
    try {
      const response = await fetch(address, { cache: "no-store", ...options });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      return page.getElementById("moving-picture") ?? page.querySelector("main h1 + p") ?? page.querySelector("h1");
    } catch {
      return null; // offline: what is shown stays
    }
  }

  show(part) {
    if (part) this.place.replaceChildren(part);
    this.follow();
    for (const button of this.place.querySelectorAll(".send-file")) offer(button);
  }

  // ask again while it is being made and somebody looks
  follow() {
    clearTimeout(this.timer);
    const open = this.place.querySelector("[data-open]");
    if (!open) return;
    this.timer = setTimeout(async () => {
      if (document.hidden || !this.place.getClientRects().length) this.follow();
      else this.show(await this.load(open.dataset.address));
    }, SECOND);
  }
}

// return what is at an address as a file to share, or nothing if this browser shares no such files
export async function fileAt(address, name, signal) {
  const response = await fetch(address, { signal });
  if (!response.ok) return null;
  const content = await response.blob();
  const file = new File([content], name, { type: content.type });
  return navigator.canShare?.({ files: [file] }) ? file : null;
}

// show a button that shares a file; it is loaded before, since a share sheet opens only just after a tap
async function offer(button) {
  const file = navigator.canShare ? await fileAt(button.dataset.address, button.dataset.file).catch(() => null) : null;
  if (!file) return;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({ files: [file] }).catch(() => {})); // closed without sending
}

const alone = document.querySelector("main > #moving-picture");
if (alone) {
  const place = document.createElement("div");
  alone.replaceWith(place);
  new MovingPicture(place).show(alone);
}
