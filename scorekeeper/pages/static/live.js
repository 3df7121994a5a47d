// Refreshes elements marked data-live each second while the page is visible; the server answers only changes.
const SECOND = 1000;

class LiveBox {
  constructor(box) {
    this.box = box;
    document.addEventListener("visibilitychange", () => this.poll());
    this.poll();
  }

  async poll() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const response = await fetch(this.box.dataset.live, { headers, cache: "no-store" });
      const text = await response.text(); // also of a 304: browsers report a request as failed if its body is not read
      if (response.ok) this.show(text, response.headers.get("ETag"));
      this.gone = response.status === 403 || response.status === 404;
    } catch {
      // offline: keep what is shown
    } finally {
      this.asking = false;
      clearTimeout(this.timer);
      if (!this.gone) this.timer = setTimeout(() => this.poll(), SECOND);
    }
  }

  // do not replace what has the focus
  show(text, etag) {
    const isFirst = !this.etag;
    if (!isFirst && this.box.contains(document.activeElement)) return;
    this.etag = etag;
    const content = document.createRange().createContextualFragment(text);
    const before = this.box.textContent.replace(/\s+/g, " ").trim();
    if (isFirst && before === content.textContent.replace(/\s+/g, " ").trim()) return;
    this.box.replaceChildren(content);
    const status = document.getElementById("live-said");
    if (status) status.textContent = this.box.querySelector("[data-said]")?.textContent ?? "";
  }
}

for (const box of document.querySelectorAll("[data-live]")) new LiveBox(box);
