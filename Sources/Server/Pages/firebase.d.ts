/** The version of this script. */
export declare const version: string;

export interface LatchkeyOptions {
  /**
   * The server's address, such as `"https://auth.example.com"`. The default is the server from which the script was
   * loaded. Set this option if a copy of the script is part of the app.
   */
  server?: string;
  /**
   * The host that serves `/__/auth/handler` and `/__/auth/iframe`, such as `"app.example.com"`. The default is the
   * server's host. Set the app's own host if that host forwards `/__/` to the server. Redirects need this if the app and
   * the server are different sites, because browsers separate the storage of different sites.
   */
  authDomain?: string;
}

/**
 * Points an auth instance of the official Firebase web SDK, 9 to 13, at a Latchkey server for real users: its requests, its
 * sign-in pages and the frame that it adds to the app's page. The SDK then loads nothing from Google, and sends nothing to
 * Google.
 *
 * Call it in the statement that makes the instance:
 *
 *     const auth = useLatchkey(getAuth(app));
 *
 * With the compat layer, pass `firebase.auth()`. A second call with the same server does nothing. In development, call
 * `connectAuthEmulator` instead.
 *
 * @returns the same instance.
 * @throws LatchkeyError, before any change: if the script does not know the instance's SDK, if the instance has sent a
 *   request or was pointed at another server, or if an option is invalid.
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
