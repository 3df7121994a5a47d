// An engine that sheds what is lowest: `referee match "node docs/examples/engines/lowest_engine.mjs"`.
//
// Actions come by size, then strength, a pass last: of a lead it plays the largest number of cards, the lowest of them; it
// follows with the lowest that beats, and passes only where it must.  In Four Color Cards it takes the first claim.
// docs/engines.md says what the lines mean.

import { createInterface } from "node:readline";

const cards = (action) => action.replace(/ last$/, "").split(" ").length;

function choose(actions, observation) {
  const plays = actions.filter((action) => action !== "pass");
  if (!plays.length) return "pass";
  if (observation.variant === "four-color-cards" || observation.standing) return announced(plays[0], actions);
  const most = Math.max(...plays.map(cards));
  return announced(plays.find((action) => cards(action) === most), actions);
}

// where the last card must be announced (G25), the play with the announcement is listed, too
function announced(action, actions) {
  return actions.includes(`${action} last`) ? `${action} last` : action;
}

function answer(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") answer({ type: "ready", name: "lowest" });
  if (message.type === "move") answer({ id: message.id, action: choose(message.actions, message.observation) });
  if (message.type === "quit") break;
}
