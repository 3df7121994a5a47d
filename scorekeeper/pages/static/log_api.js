// The API as the holder of a link asks it.

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail);
    this.status = status;
    this.code = problem.code;
  }

  // asked again later, the answer may be another one
  get passes() {
    return this.status === 429 || this.status >= 500;
  }
}

export function asking(root, token) {
  return async function ask(path, body) {
    const response = await fetch(new URL(path, root), {
      method: body ? "POST" : "GET",
      credentials: "omit",
      cache: "no-store",
      headers: { Authorization: `Link ${token}`, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(15000),
    });
    // whatever is no JSON was said by something in between, and acknowledges nothing
    const answer = await response.json();
    if (!response.ok) throw answer.code ? new Refusal(response.status, answer) : new Error(response.statusText);
    return answer;
  };
}

export async function everything(ask, path) {
  const found = [];
  for (let next = path; next; ) {
    const page = await ask(next);
    found.push(...page.results);
    next = page.next;
  }
  return found;
}
