// Opens the page: finds the session to log, that of the page for a member, else that of the link, whose token the phone
// stores.
import { asking, byLink, signedIn } from "./log_network.js";
import { forget } from "./log_store.js";
import { Session } from "./log_session.js";

const TOKEN = "scorekeeper.link";
const LAST = "scorekeeper.last"; // the address with which the installed page continues

// stored, because the installed page opens without the part after the #
function storeToken(token) {
  sessionStorage.setItem(TOKEN, token);
  localStorage.setItem(TOKEN, token);
}

const storedToken = () => sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN);

export async function openSession(games, page) {
  const root = new URL("../", new URL(page.api, location));
  if (page.trial) return (await import("./log_trial.js")).openTrial(root, games, page);
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
  const nowhere = !page.session && !page.trial && !location.hash && !storedToken();
  return nowhere && last !== location.pathname ? last : null;
}
