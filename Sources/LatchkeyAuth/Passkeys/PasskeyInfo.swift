import Foundation

/// A passkey of a user.
public final class PasskeyInfo: NSObject, NSSecureCoding, Sendable {
  /// The name that its user gave it.
  public let name: String?
  /// Names it to ``User/unenrollPasskey(withCredentialID:)``, in base64url as the server writes it.
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
