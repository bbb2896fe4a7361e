import Foundation

/// A user's passkey.
public final class PasskeyInfo: NSObject, NSSecureCoding, Sendable {
  /// The user's name for the passkey.
  public let name: String?
  /// The id for ``User/unenrollPasskey(withCredentialID:)``, in the server's base64url.
  public let credentialID: String?

  init(_ passkey: PasskeyData) {
    name = passkey.name
    credentialID = passkey.credentialID
  }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    name = coder.text(for: "name")
    credentialID = coder.text(for: "credentialID")
  }

  public func encode(with coder: NSCoder) {
    coder.encode(text: name, for: "name")
    coder.encode(text: credentialID, for: "credentialID")
  }
}
