import Foundation

/// What came of a sign-in.
open class AuthDataResult: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The user, signed in.
  public let user: User
  /// What the provider said besides; nil when nothing was.
  public let additionalUserInfo: AdditionalUserInfo?
  /// What the provider handed out, for its own services.
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
