import Foundation

/// Makes credentials from an e-mail address and a password or a mailed link.
open class EmailAuthProvider: NSObject {
  /// `password`, for both passwords and links.
  public static let id = "password"

  /// Returns the credential of an address and its password. Linking the credential to a user without a
  /// password sets this password.
  open class func credential(withEmail email: String, password: String) -> AuthCredential {
    EmailCredential(email: email, proof: .password(password))
  }

  /// Returns the credential of an address and the link that
  /// ``Auth/sendSignInLink(toEmail:actionCodeSettings:)`` mailed to this address.
  open class func credential(withEmail email: String, link: String) -> AuthCredential {
    EmailCredential(email: email, proof: .link(link))
  }
}

/// A credential of an e-mail address. Its archive contains the password or the link.
final class EmailCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
  enum Proof: Codable, Sendable {
    case password(String)
    case link(String)
  }

  let email: String
  let proof: Proof

  init(email: String, proof: Proof) {
    self.email = email
    self.proof = proof
    super.init(provider: EmailAuthProvider.id)
  }

  static var supportsSecureCoding: Bool { true }

  required init?(coder: NSCoder) {
    guard let email = coder.text(for: "email"), let proof = coder.json(Proof.self, for: "proof") else {
      return nil
    }
    self.email = email
    self.proof = proof
    super.init(provider: EmailAuthProvider.id)
  }

  func encode(with coder: NSCoder) {
    coder.encode(text: email, for: "email")
    coder.encode(json: proof, for: "proof")
  }
}
