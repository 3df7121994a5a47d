// Adds a phone: a new link for logging as a code to scan, shown without leaving the logger.  Loaded when it is asked for.
import { word } from "./log_drawing.js";
import { Refusal } from "./log_network.js";
import { newId } from "./log_store.js";

const at = (id) => document.getElementById(id);
let key = null; // of the link that is asked for; the same until the answer has arrived

function showCode(link) {
  at("phone-ask").hidden = Boolean(link);
  at("phone-code").hidden = !link;
  at("phone-make").hidden = Boolean(link);
  if (!link) return;
  at("phone-qr").src = `data:image/svg+xml,${encodeURIComponent(link.qr)}`;
  at("phone-address").value = link.url;
  const when = new Date(link.expires_at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  at("phone-until").textContent = word("until", { when });
  at("phone-code").focus();
}

async function make(session, { label, hours }) {
  at("phone-wrong").hidden = true;
  at("phone-make").disabled = true;
  key ??= newId();
  try {
    const body = { label: label.value.trim(), hours: Number(hours.value) };
    const { answer } = await session.ask(`sessions/${session.details.id}/links/`, { body, key });
    key = null;
    showCode(answer);
  } catch (error) {
    if (error instanceof Refusal) key = null;
    at("phone-wrong").textContent = error instanceof Refusal ? error.message : at("phone-wrong").dataset.offline;
    at("phone-wrong").hidden = false;
  }
  at("phone-make").disabled = false;
}

export function addPhone(session) {
  const dialog = at("phone");
  const form = dialog.querySelector("form");
  form.onsubmit = (submit) => {
    submit.preventDefault();
    make(session, form.elements);
  };
  dialog.querySelector("[data-cancel]").onclick = () => dialog.close();
  form.reset();
  at("phone-wrong").hidden = true;
  showCode(null);
  dialog.showModal();
}
