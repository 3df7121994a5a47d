// Malformed input: it gets one error instead of an answer.

export class Malformed extends Error {
  constructor(code, where, message) {
    super(message);
    this.code = code;
    this.where = where;
  }

  toJSON() {
    return { code: this.code, where: this.where, message: this.message };
  }
}
