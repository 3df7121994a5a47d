// Makes the page open without a network: its files are kept, and a service worker answers with them.
const KEPT = "logger-1";

export async function install(address) {
  if (!("serviceWorker" in navigator) || !globalThis.caches) return; // neither is there on plain http
  try {
    await navigator.serviceWorker.register(address, { scope: "/" });
    const kept = await caches.open(KEPT);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("/api/") && pathname !== address);
    await kept.addAll([...new Set([location.pathname, ...files.map(({ pathname }) => pathname)])]);
  } catch {
    // it works all the same, as long as there is a network or the page stays open
  }
}
