import Foundation

/// The keys of `userInfo` in the SDK's errors.
open class AuthErrors: NSObject {
  /// The domain of every error of the SDK.
  public static let domain: String = "FIRAuthErrorDomain"
  /// The key of the code's name (``AuthErrorCode/name``). Always present.
  public static let userInfoNameKey: String = "FIRAuthErrorUserInfoNameKey"
  /// The key of the account's e-mail address, with the codes `accountExistsWithDifferentCredential`,
  /// `credentialAlreadyInUse` and `emailAlreadyInUse`.
  public static let userInfoEmailKey: String = "FIRAuthErrorUserInfoEmailKey"
  /// The key of a credential. The app can sign in or link with this credential instead of the refused one.
  public static let userInfoUpdatedCredentialKey: String = "FIRAuthErrorUserInfoUpdatedCredentialKey"
  /// The key of the `MultiFactorResolver`, with the code `secondFactorRequired`.
  public static let userInfoMultiFactorResolverKey: String = "FIRAuthErrorUserInfoMultiFactorResolverKey"

  /// The key of the server's message, word for word, for logs. FirebaseAuth has no such key.
  public static let userInfoServerMessageKey: String = "LatchkeyAuthErrorUserInfoServerMessageKey"

  /// The domain of the error underlying an `internalError`; see ``InternalFailure``.
  static let internalDomain = "FIRAuthInternalErrorDomain"
  /// The key of the answer, decoded as JSON, in the error underlying an `internalError`.
  static let userInfoDeserializedResponseKey = "FIRAuthErrorUserInfoDeserializedResponseKey"
  /// The key of an answer that is not JSON, in the error underlying an `internalError`.
  static let userInfoDataKey = "FIRAuthErrorUserInfoDataKey"
  /// The domain of an error whose code is the HTTP status of the answer. The official transport uses it.
  package static let httpStatusDomain = "com.google.HTTPStatus"
}
