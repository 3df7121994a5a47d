// Makes the page work offline: caches its files and registers the service worker.
const CACHE = "logger-1";

export async function install(address) {
  if (!("serviceWorker" in navigator) || !globalThis.caches) return; // browsers have neither on plain http
  try {
    await navigator.serviceWorker.register(address, { scope: "/" });
    const cache = await caches.open(CACHE);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("/api/") && pathname !== address);
    await cache.addAll([...new Set([location.pathname, ...files.map(({ pathname }) => pathname)])]);
  } catch {
    // without it the page needs a network when it is opened
  }
}
