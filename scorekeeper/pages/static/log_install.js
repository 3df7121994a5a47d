// Makes the page work offline: caches its files and registers the service worker.
const CACHE = "logger-1";

const LOGGER = ["reasons", ..."book reasons undo sheet counts melds result verdicts".split(" ").map((name) => `log_${name}`)]; // loaded when needed

export async function install(address, more = LOGGER) {
  if (!("serviceWorker" in navigator) || !globalThis.caches) return; // browsers have neither on plain http
  try {
    await navigator.serviceWorker.register(address, { scope: "/" });
    const cache = await caches.open(CACHE);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("/api/") && pathname !== address);
    const later = more.map((name) => new URL(`${name}.js`, import.meta.url).pathname);
    const addresses = new Set([location.pathname, ...later, ...files.map(({ pathname }) => pathname)]);
    await cache.addAll([...addresses].map((one) => new Request(one, { cache: "force-cache" }))); // the browser has just loaded them
  } catch {
    // without it the page needs a network when it is opened
  }
}
