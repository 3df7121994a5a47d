// Follows an unfinished hand: polls each second while the page is visible.
const SECOND = 1000;

export class Live {
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    document.addEventListener("visibilitychange", () => this.ask());
  }

  // return the moments, or nothing if they are unchanged
  async ask() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const answer = await this.load();
      if (answer) this.changed(answer);
    } catch {
      // offline: keep what is shown
    } finally {
      this.asking = false;
      clearTimeout(this.timer);
      if (!this.finished) this.timer = setTimeout(() => this.ask(), SECOND);
    }
  }

  async load() {
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    const address = this.address();
    const response = await fetch(address, { headers, cache: "no-store" });
    if (response.status === 202 || response.status === 304) return null;
    if (!response.ok) throw new Error(response.statusText);
    const timeline = await response.json();
    if (address !== this.address()) return null;
    this.etag = response.headers.get("ETag");
    this.finished = timeline.finished;
    return timeline;
  }
}
