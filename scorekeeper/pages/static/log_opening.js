// Opens the page: finds the session to log, that of the page for a member, else that of the link, whose token the phone
// stores; and makes the page work offline.
import { asking, byLink, signedIn } from "./log_network.js";
import { forget } from "./log_store.js";
import { Session } from "./log_session.js";

const CACHE = "logger-1";
const TOKEN = "scorekeeper.link";
const LAST = "scorekeeper.last"; // the address with which the installed page continues

// stored, because the installed page opens without the part after the #
function storeToken(token) {
  sessionStorage.setItem(TOKEN, token);
  localStorage.setItem(TOKEN, token);
}

const storedToken = () => sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN);

export function openSession(games, page) {
  const root = new URL("../", new URL(page.api, location));
  if (page.session || storedToken() || location.hash) localStorage.setItem(LAST, location.pathname);
  if (page.session) {
    const member = signedIn();
    return new Session(asking(root, member), games, { id: page.session, who: `${page.person}.${page.session}`, identify: member.identify });
  }
  const newToken = location.hash.slice(1);
  if (newToken) {
    storeToken(newToken);
    history.replaceState(null, "", location.pathname); // hides the token from the screen
  }
  const token = newToken || storedToken();
  return token ? new Session(asking(root, byLink(token)), games, { who: `link.${token.slice(-16)}` }) : null;
}

// forget a link that was revoked or has expired
export function forgetLink(session) {
  localStorage.removeItem(TOKEN);
  forget(session.who);
}

// return the last address if this one names no session
export function lastAddress(page) {
  const last = localStorage.getItem(LAST);
  const nowhere = !page.session && !location.hash && !storedToken();
  return nowhere && last !== location.pathname ? last : null;
}

// make the page work offline: cache its files and register the service worker
export async function install(address) {
  if (!("serviceWorker" in navigator) || !globalThis.caches) return; // browsers have neither on plain http
  try {
    await navigator.serviceWorker.register(address, { scope: "/" });
    const cache = await caches.open(CACHE);
    const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith("/api/") && pathname !== address);
    const later = ["log_sheet.js", "log_melds.js", "log_result.js"].map((file) => new URL(file, import.meta.url).pathname); // loaded when they are needed
    const addresses = new Set([location.pathname, ...later, ...files.map(({ pathname }) => pathname)]);
    await cache.addAll([...addresses].map((one) => new Request(one, { cache: "force-cache" }))); // the browser has just loaded them
  } catch {
    // without it the page needs a network when it is opened
  }
}
