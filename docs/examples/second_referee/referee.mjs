#!/usr/bin/env node
// The command line: node referee.mjs adjudicate - | ask -

import { createInterface } from "node:readline";
import { adjudicate } from "./adjudicate.mjs";
import { answerQuestion } from "./ask.mjs";
import { Malformed } from "./errors.mjs";

const COMMANDS = { adjudicate, ask: answerQuestion };

const answer = COMMANDS[process.argv[2]];
if (!answer || process.argv[3] !== "-" || process.argv.length > 4) {
  console.error("usage: node referee.mjs adjudicate - | ask -");
  process.exit(2);
}

let number = 0;
for await (const line of createInterface({ input: process.stdin })) {
  number += 1;
  if (line.trim() !== "") console.log(JSON.stringify(answerLine(line, number)));
}

function answerLine(line, number) {
  try {
    return answer(parse(line));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { error, line: number };
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Malformed("unreadable", "", `This line is no JSON: ${error.message}`);
  }
}
