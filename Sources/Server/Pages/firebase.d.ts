/** The version of this script. */
export declare const version: string;

export interface LatchkeyOptions {
  /**
   * The server's address, such as `"https://auth.example.com"`. Left out, it is where the script was loaded from. Name
   * it where a copy of the script is part of the app.
   */
  server?: string;
  /**
   * The host that serves `/__/auth/handler` and `/__/auth/iframe`, such as `"app.example.com"`. Left out, it is the
   * server's. Name the app's own host where that passes `/__/` on to the server: redirects need it where app and server
   * are different sites, because browsers keep what different sites store apart.
   */
  authDomain?: string;
}

/**
 * Points an auth instance of the official Firebase web SDK, 9 to 13, at a Latchkey server for real users: its requests, its
 * sign-in pages and the frame that it puts into the app's page. Nothing is loaded from Google, and nothing goes there.
 *
 * Call it in the statement that makes the instance:
 *
 *     const auth = useLatchkey(getAuth(app));
 *
 * With the compat layer pass `firebase.auth()`. A second call with the same server does nothing. In development call
 * `connectAuthEmulator` instead.
 *
 * @returns the same instance.
 * @throws LatchkeyError, before anything was changed, if the instance is not of an SDK that the script knows, has sent a
 *   request already or was pointed elsewhere, or if an option is wrong.
 */
export declare function useLatchkey<Auth extends object>(auth: Auth, options?: LatchkeyOptions): Auth;

export declare class LatchkeyError extends Error {
  readonly code:
    | "latchkey/already-pointed"
    | "latchkey/already-used"
    | "latchkey/emulator"
    | "latchkey/foreign-gapi"
    | "latchkey/insecure-server"
    | "latchkey/invalid-auth-domain"
    | "latchkey/invalid-server"
    | "latchkey/unknown-sdk"
    | "latchkey/unknown-server";
}
