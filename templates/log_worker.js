// The service worker of the logger: answers from its cache when the network does not.  Unsent entries are not here:
// the page stores them until they are sent.
const KEPT = "logger-1";
const OURS = /^\/(log\/|try\/((?!club\/)[^/]+\/)?|puzzles\/[0-9a-f-]{36}\/|sessions\/[^/]+\/log\/|words\.js|phrases\.json|manifest\.webmanifest)$/;
const FILES = "{% load static %}{% get_static_prefix %}";

const ours = ({ pathname }) => OURS.test(pathname) || pathname.startsWith(FILES);

async function fresh(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (unreachable) {
    const last = await kept.match(request, { ignoreSearch: true, ignoreVary: true });
    if (last) return last;
    throw unreachable;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin && ours(url)) event.respondWith(fresh(event.request));
});
