"use strict";

/** An error that is shown to the user, because no app can receive it. */
export class HandlerError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}
