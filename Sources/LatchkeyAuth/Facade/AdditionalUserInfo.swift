import Foundation
import IdentityWire

/// Data about the user from a sign-in, beyond their identity.
open class AdditionalUserInfo: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The provider of the sign-in.
  public let providerID: String
  /// The provider's data about the user, under the provider's own names.
  public let profile: [String: Any]?
  /// The user's name at the provider, such as a login at GitHub. Not every provider has such names.
  public let username: String?
  /// True if this sign-in created the account.
  public let isNewUser: Bool

  /// ``profile`` as JSON.
  package let profileText: String?

  init(_ info: SignInAnswer.AdditionalInfo) {
    profileText = info.profile.map { JSONWriter.text($0) }
    providerID = info.providerID
    profile = info.profile?.objectValue.map { $0.mapValues(\.foundation) }
    username = info.username
    isNewUser = info.isNewUser
  }

  /// Returns ``isNewUser``.
  open func newUser() -> Bool { isNewUser }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let providerID = coder.text(for: "providerID") else { return nil }
    self.providerID = providerID
    profileText = coder.text(for: "profile")
    profile = profileText.flatMap { try? JSONParser(costlyText: .dropped).parse($0) }?.objectValue?.mapValues(
      \.foundation)
    username = coder.text(for: "username")
    isNewUser = coder.decodeBool(forKey: "isNewUser")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(text: providerID, for: "providerID")
    coder.encode(text: profileText, for: "profile")
    coder.encode(text: username, for: "username")
    coder.encode(isNewUser, forKey: "isNewUser")
  }
}
