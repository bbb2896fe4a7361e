import Foundation

/// The names under which an error of the SDK keeps what it says.
open class AuthErrors: NSObject {
  /// The domain of every error of the SDK.
  public static let domain: String = "FIRAuthErrorDomain"
  /// The name of the code (``AuthErrorCode/name``): always there.
  public static let userInfoNameKey: String = "FIRAuthErrorUserInfoNameKey"
  /// The account's e-mail address, with the codes `accountExistsWithDifferentCredential`,
  /// `credentialAlreadyInUse` and `emailAlreadyInUse`.
  public static let userInfoEmailKey: String = "FIRAuthErrorUserInfoEmailKey"
  /// The credential with which to sign in, or link, instead of the one that was refused.
  public static let userInfoUpdatedCredentialKey: String = "FIRAuthErrorUserInfoUpdatedCredentialKey"
  /// The `MultiFactorResolver`, with the code `secondFactorRequired`.
  public static let userInfoMultiFactorResolverKey: String = "FIRAuthErrorUserInfoMultiFactorResolverKey"

  /// What the server said, word for word; FirebaseAuth has no such key. Not for people to read.
  public static let userInfoServerMessageKey: String = "LatchkeyAuthErrorUserInfoServerMessageKey"

  /// The domain of the error under an `internalError`; see ``InternalFailure``.
  static let internalDomain = "FIRAuthInternalErrorDomain"
  /// The answer, read as JSON, in the error under an `internalError`.
  static let userInfoDeserializedResponseKey = "FIRAuthErrorUserInfoDeserializedResponseKey"
  /// The answer that is no JSON, in the error under an `internalError`.
  static let userInfoDataKey = "FIRAuthErrorUserInfoDataKey"
  /// The domain of an error whose code is the HTTP status of the answer, as the official transport names it.
  package static let httpStatusDomain = "com.google.HTTPStatus"
}
