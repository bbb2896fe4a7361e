import Foundation

/// A proof of a telephone number: the code that was sent to this number.
open class PhoneAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
  enum Proof: Codable, Sendable {
    case code(String, verificationID: String)
    /// A proof from the server that the user just verified the number. The server issues this proof if the
    /// number belongs to another user.
    case temporary(String, phoneNumber: String)
  }

  let proof: Proof

  init(_ proof: Proof) {
    self.proof = proof
    super.init(provider: PhoneAuthProvider.id)
  }

  package convenience init(verificationID: String, code: String) {
    self.init(.code(code, verificationID: verificationID))
  }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let proof = coder.json(Proof.self, for: "proof") else { return nil }
    self.proof = proof
    super.init(provider: PhoneAuthProvider.id)
  }

  open func encode(with coder: NSCoder) { coder.encode(json: proof, for: "proof") }
}
