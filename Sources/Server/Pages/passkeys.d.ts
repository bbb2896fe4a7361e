/** An auth instance of the official Firebase web SDK, 9 to 13: what `getAuth()` or `firebase.auth()` returns. */
interface AuthInstance {
  readonly currentUser: unknown;
}

export interface PasskeyInfo {
  /** Base64url without padding, as browsers name it. */
  credentialId: string;
  name: string;
  /** The domain that it was made for. */
  rpId: string;
}

export interface PasskeyRequest {
  /**
   * `"conditional"` waits until the user takes a passkey as they fill in a form. The page needs a field with
   * `autocomplete="username webauthn"`. A challenge that expires meanwhile is replaced; other requests of this script go
   * first, after which it waits on.
   */
  mediation?: CredentialMediationRequirement;
  /** Ends the request; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Passkeys on the server that the auth instance is set to. What the server refuses is a `PasskeyError`. What the user or
 * the browser refuses is a `DOMException`: `NotAllowedError` when the user gave up.
 */
export declare const passkeys: {
  /** Whether the browser has passkeys, and the page may use them. */
  isSupported(): boolean;
  /** Whether `mediation: "conditional"` works. */
  isConditionalSupported(): Promise<boolean>;
  /**
   * Adds a passkey to the signed-in user, whose sign-in must be recent (`auth/requires-recent-login`).
   *
   * @param name what the user's list calls it.
   */
  enroll(auth: AuthInstance, name?: string): Promise<{ credentialId: string }>;
  /** Signs in whose passkey it is; `auth.currentUser` as it is then. */
  signIn<Auth extends AuthInstance>(auth: Auth, options?: PasskeyRequest): Promise<NonNullable<Auth["currentUser"]>>;
  /**
   * A credential for the SDK's own `signInWithCredential(auth, …)` and `reauthenticateWithCredential(user, …)`, which ask
   * for the passkey. Use it to reauthenticate, and where accounts have second factors besides: the SDK's error has their
   * resolver.
   */
  credential(auth: AuthInstance, options?: PasskeyRequest): any;
  /** The signed-in user's passkeys. */
  list(auth: AuthInstance): Promise<PasskeyInfo[]>;
  /** Removes a passkey of the signed-in user, on the server and, where the browser can, from its list. */
  remove(auth: AuthInstance, credentialId: string): Promise<void>;
};

export declare class PasskeyError extends Error {
  /** Such as `auth/passkey-not-enabled`, `auth/passkey-limit-exceeded` or `auth/passkey-challenge-timeout`. */
  readonly code: string;
}

/** For apps that send the requests themselves: makes a passkey with `credentialCreationOptions`. */
export declare function createPasskey(options: object): Promise<object>;

/**
 * For apps that send the requests themselves: asks for a passkey.
 *
 * @param start has the answer of `passkeySignIn:start`.
 * @param finish is given `authenticatorAuthenticationResponse`; its result is returned.
 */
export declare function requestPasskey<Result>(
  start: () => Promise<object>,
  finish: (response: object) => Promise<Result>,
  options?: PasskeyRequest,
): Promise<Result>;

/** Tells the browser of a passkey that the server does not know. */
export declare function forgetPasskey(rpId: string, credentialId: string): Promise<void>;
