// Requests to the API, with a link's token or the session cookie of a member.

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.code = problem.code;
  }

  // errors that may go away when the request is sent again
  get passes() {
    return this.status === 429 || this.status >= 500;
  }
}

export const byLink = (token) => ({ credentials: "omit", headers: () => ({ Authorization: `Link ${token}` }) });

const cookie = (name) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? "";
export const signedIn = { credentials: "same-origin", headers: () => ({ "X-CSRFToken": cookie("csrftoken") }) };

// return {answer, etag}, or nothing if the version is unchanged
export function asking(root, who) {
  return async function ask(path, { body, known, match, key, signal, wait = 15000 } = {}) {
    const optionalHeaders = { "Content-Type": body && "application/json", "If-None-Match": known, "If-Match": match, "Idempotency-Key": key };
    const response = await fetch(new URL(path, root), {
      method: body ? "POST" : "GET",
      credentials: who.credentials,
      cache: "no-store",
      headers: Object.fromEntries(Object.entries({ ...who.headers(), ...optionalHeaders }).filter(([, value]) => value)),
      body: body && JSON.stringify(body),
      signal: signal ?? AbortSignal.timeout(wait),
    });
    const etag = response.headers.get("ETag");
    if (response.status === 304) return { answer: null, etag };
    // a response without JSON comes from a proxy and acknowledges nothing
    const answer = await response.json();
    if (!response.ok) throw answer.code ? new Refusal(response.status, answer) : new Error(response.statusText);
    return { answer, etag };
  };
}

export async function fetchAll(ask, path) {
  const results = [];
  for (let next = path; next; ) {
    const { answer } = await ask(next);
    results.push(...answer.results);
    next = answer.next;
  }
  return results;
}
