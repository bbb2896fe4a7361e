/** An auth instance of the official Firebase web SDK, 9 to 13: what `getAuth()` or `firebase.auth()` returns. */
interface AuthInstance {
  readonly currentUser: unknown;
}

/** A request that a project may protect. */
export type CaptchaAction = "sign-up" | "password-sign-in" | "password-reset" | "sms";

/**
 * Adds proofs of work and captcha tokens to requests, against automated requests. If the script fails to get a proof, it
 * throws a `CaptchaError`. If the server refuses a request with a proof, the SDK throws its own error.
 */
export declare const captcha: {
  /**
   * Adds a proof to the SDK's requests to the auth instance's server if the project requires one. Other requests do not
   * change.
   *
   * Call it after `useLatchkey(auth)` or `connectAuthEmulator(auth, …)`. It replaces the global `fetch`. The new function
   * passes all other requests to the original `fetch`.
   *
   * @returns the same instance.
   */
  protect<Auth extends object>(auth: Auth): Auth;
  /**
   * Returns a proof for a request that the app sends itself, as the request's `captchaResponse`. A proof is valid for one
   * request, and expires after a few minutes.
   *
   * @returns null if the project requires no proof, or if it only audits and the widget failed.
   */
  token(auth: AuthInstance, action: CaptchaAction): Promise<string | null>;
};

/** The answer of `v2/captchaChallenge` for a proof of work. */
export interface Challenge {
  challenge: string;
  bits: number;
  parts: number;
}

/** Solves a challenge, in a worker if the page allows workers. */
export declare function solve(challenge: Challenge): Promise<string>;

export declare class CaptchaError extends Error {
  readonly code:
    | "latchkey/argument-error"
    | "latchkey/network-request-failed"
    | "latchkey/refused"
    | "latchkey/unknown-provider"
    | "latchkey/unsupported-server"
    | "latchkey/widget-failed"
    | "latchkey/widget-not-loaded";
}
