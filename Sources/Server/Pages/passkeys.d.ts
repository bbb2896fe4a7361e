/** An auth instance of the official Firebase web SDK, 9 to 13: what `getAuth()` or `firebase.auth()` returns. */
interface AuthInstance {
  readonly currentUser: unknown;
}

export interface PasskeyInfo {
  /** Base64url without padding, as browsers write it. */
  credentialId: string;
  name: string;
  /** The domain for which the passkey was created. */
  rpId: string;
}

export interface PasskeyRequest {
  /**
   * `"conditional"` waits until the user selects a passkey in a form. The page needs a field with
   * `autocomplete="username webauthn"`. The script replaces a challenge before it expires. Other requests of this script
   * interrupt the wait, which continues afterwards.
   */
  mediation?: CredentialMediationRequirement;
  /** Ends the request. The promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Passkeys on the auth instance's server. If the server refuses a request, the functions throw a `PasskeyError`. If the
 * user or the browser refuses, they throw a `DOMException`, for example `NotAllowedError` after the user cancelled.
 */
export declare const passkeys: {
  /** Returns true if the browser supports passkeys and the page may use them. */
  isSupported(): boolean;
  /** Returns true if the browser supports `mediation: "conditional"`. */
  isConditionalSupported(): Promise<boolean>;
  /**
   * Adds a passkey to the signed-in user. The user needs a recent sign-in (`auth/requires-recent-login`).
   *
   * @param name the passkey's name in the user's list.
   */
  enroll(auth: AuthInstance, name?: string): Promise<{ credentialId: string }>;
  /** Signs in the owner of a passkey. Returns the new `auth.currentUser`. */
  signIn<Auth extends AuthInstance>(auth: Auth, options?: PasskeyRequest): Promise<NonNullable<Auth["currentUser"]>>;
  /**
   * Returns a credential for the SDK's own `signInWithCredential(auth, …)` and `reauthenticateWithCredential(user, …)`,
   * which then ask the user for the passkey. Use it to reauthenticate, and if accounts also have second factors: the SDK's
   * error then contains a resolver.
   */
  credential(auth: AuthInstance, options?: PasskeyRequest): any;
  /** Returns the signed-in user's passkeys. */
  list(auth: AuthInstance): Promise<PasskeyInfo[]>;
  /** Removes a passkey of the signed-in user from the server, and from the browser's list if the browser supports this. */
  remove(auth: AuthInstance, credentialId: string): Promise<void>;
};

export declare class PasskeyError extends Error {
  /** For example `auth/passkey-not-enabled`, `auth/passkey-limit-exceeded` or `auth/passkey-challenge-timeout`. */
  readonly code: string;
}

/** Creates a passkey with `credentialCreationOptions`. For apps that send the requests themselves. */
export declare function createPasskey(options: object): Promise<object>;

/**
 * Asks the user for a passkey. For apps that send the requests themselves.
 *
 * @param start returns the answer of `passkeySignIn:start`.
 * @param finish receives `authenticatorAuthenticationResponse`. `requestPasskey` returns its result.
 */
export declare function requestPasskey<Result>(
  start: () => Promise<object>,
  finish: (response: object) => Promise<Result>,
  options?: PasskeyRequest,
): Promise<Result>;

/** Tells the browser that the server does not know a passkey. */
export declare function forgetPasskey(rpId: string, credentialId: string): Promise<void>;
