"use strict";

/** Something that is told to the person, because there is no app to tell it to. */
export class HandlerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
