/** An auth instance of the official Firebase web SDK, 9 to 13: what `getAuth()` or `firebase.auth()` returns. */
interface AuthInstance {
  readonly currentUser: unknown;
}

/** A request that a project may protect. */
export type CaptchaAction = "sign-up" | "password-sign-in" | "password-reset" | "sms";

/**
 * Proofs that no program sends a request. What goes wrong is a `CaptchaError`; what the server refuses in spite of a proof is
 * the SDK's own error.
 */
export declare const captcha: {
  /**
   * Has the SDK's requests to the server of the auth instance bring a proof where the project asks for one. Nothing is asked
   * of other requests.
   *
   * Call it after `useLatchkey(auth)` or `connectAuthEmulator(auth, …)`. It takes the place of `fetch`, which it passes all
   * but these requests on to.
   *
   * @returns the same instance.
   */
  protect<Auth extends object>(auth: Auth): Auth;
  /**
   * A proof for a request that the app sends by itself, as its `captchaResponse`. It is good for one request, within minutes.
   *
   * @returns null where the project asks for none, and in an audit where none could be had.
   */
  token(auth: AuthInstance, action: CaptchaAction): Promise<string | null>;
};

/** The answer of `v2/captchaChallenge` for a proof of work. */
export interface Challenge {
  challenge: string;
  bits: number;
  parts: number;
}

/** Solves a challenge, in a worker where the page may have one. */
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
