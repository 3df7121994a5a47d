// Follows a hand that is still being played: asks each second while the page is seen, and is told only what is new.
const SECOND = 1000;

export class Live {
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    document.addEventListener("visibilitychange", () => this.ask());
  }

  // the moments, or nothing if they are the same as before
  async ask() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const answer = await this.load();
      if (answer) this.changed(answer);
    } catch {
      // without a network the hand stays as it was
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
    const reel = await response.json();
    if (address !== this.address()) return null;
    this.etag = response.headers.get("ETag");
    this.finished = reel.finished;
    return reel;
  }
}
