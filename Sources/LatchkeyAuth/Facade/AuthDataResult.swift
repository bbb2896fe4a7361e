import Foundation

/// The result of a sign-in.
open class AuthDataResult: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The signed-in user.
  public let user: User
  /// Further data from the provider; nil if there is none.
  public let additionalUserInfo: AdditionalUserInfo?
  /// The provider's tokens, for its own services.
  public let credential: OAuthCredential?

  init(_ user: User, _ answer: SignInAnswer? = nil) {
    self.user = user
    additionalUserInfo = answer?.info.map(AdditionalUserInfo.init)
    credential = answer?.credential
  }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let user = coder.object(User.self, for: "user") else { return nil }
    self.user = user
    additionalUserInfo = coder.object(AdditionalUserInfo.self, for: "additionalUserInfo")
    credential = coder.object(OAuthCredential.self, for: "credential")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(user, forKey: "user")
    if let additionalUserInfo { coder.encode(additionalUserInfo, forKey: "additionalUserInfo") }
    if let credential { coder.encode(credential, forKey: "credential") }
  }
}
