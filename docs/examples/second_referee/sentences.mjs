// Sentences: the rule and the reason of each fault.

const RULES = {
  "hand-over": ["B21", "P15"],
  "out-of-turn": ["B12", "P13"],
  "pass-on-lead": ["B16", "P14"],
  "must-play-highest": ["G29", "G29"],
  "must-lead-several": ["G30", "G30"],
  "card-already-played": ["contract §3", "contract §3"],
  "card-not-held": ["contract §3", "contract §3"],
  "not-a-combination": ["B4", "P3"],
  "opening-card-missing": ["B2", "P2"],
  "wrong-size": ["B10", "P3"],
  "wrong-type": ["B9", "P5"],
  "does-not-beat": ["B10", "P3"],
};

const REASONS = {
  "hand-over": "The hand has ended.",
  "out-of-turn": "Another seat was to act.",
  "pass-on-lead": "The seat leads and must play.",
  "must-play-highest": "The next seat holds one card: the highest single must be played.",
  "must-lead-several": "The next seat holds one card: several cards must be led.",
  "card-already-played": "A card of this play was already played.",
  "card-not-held": "The seat does not hold these cards.",
  "not-a-combination": "The cards make no combination of this game.",
  "opening-card-missing": "The first play of the hand lacks the card that it must have.",
  "wrong-size": "The trick asks for another number of cards.",
  "wrong-type": "The trick asks for a combination of the same kind.",
  "does-not-beat": "It is not higher than what is on the table.",
};

export const ruleOf = (fault, variant) => RULES[fault][variant === "big-two" ? 0 : 1];
export const reasonOf = (fault) => REASONS[fault];
