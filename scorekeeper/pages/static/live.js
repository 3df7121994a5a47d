// Refreshes elements marked data-live each second while the page is visible; the server answers only changes.
const SECOND = 1000;

class Following {
  constructor(box) {
    this.box = box;
    document.addEventListener("visibilitychange", () => this.ask());
    this.ask();
  }

  async ask() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const response = await fetch(this.box.dataset.live, { headers, cache: "no-store" });
      if (response.ok) this.show(await response.text(), response.headers.get("ETag"));
      this.gone = response.status === 403 || response.status === 404;
    } catch {
      // offline: keep what is shown
    } finally {
      this.asking = false;
      clearTimeout(this.timer);
      if (!this.gone) this.timer = setTimeout(() => this.ask(), SECOND);
    }
  }

  // do not replace what has the focus
  show(text, etag) {
    const first = !this.etag;
    if (!first && this.box.contains(document.activeElement)) return;
    this.etag = etag;
    const told = document.createRange().createContextualFragment(text);
    const before = this.box.textContent.replace(/\s+/g, " ").trim();
    if (first && before === told.textContent.replace(/\s+/g, " ").trim()) return;
    this.box.replaceChildren(told);
    const status = document.getElementById("live-said");
    if (status) status.textContent = this.box.querySelector("[data-said]")?.textContent ?? "";
  }
}

for (const box of document.querySelectorAll("[data-live]")) new Following(box);
