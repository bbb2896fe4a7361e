import Foundation

/// The temporary credentials of one sign-in at X (RFC 5849 section 2.1).
struct LabTemporaryCredentials: Sendable {
  let token: String
  let secret: String
  let clientID: String
  /// The address that the browser returns to.
  let callback: String
  let issuedAt: Date
  /// The person's approval; nil until the person has decided.
  var approval: Approval?

  struct Approval: Sendable {
    var verifier: String
    var grant: Grant
    var isUsed: Bool
  }
}

/// The temporary credentials and the nonces of a lab. Every method is atomic.
struct LabOAuth1State: Sendable {
  private var temporary = BoundedTable<LabTemporaryCredentials>(limit: LabState.tableLimit)
  private var nonces = BoundedTable<Bool>(limit: LabState.tableLimit)

  subscript(token: String) -> LabTemporaryCredentials? { temporary[token] }

  mutating func add(_ credentials: LabTemporaryCredentials) { temporary.set(credentials.token, credentials) }

  mutating func remove(_ token: String) { temporary.remove(token) }

  /// Records a nonce. Returns false if it was used before.
  mutating func isNew(_ nonce: String) -> Bool {
    guard nonces[nonce] == nil else { return false }
    nonces.set(nonce, true)
    return true
  }

  /// Redeems a verifier for its grant. Nil if the verifier is wrong or was already redeemed.
  mutating func redeem(_ token: String, verifier: String) -> Grant? {
    guard var credentials = temporary[token], let approval = credentials.approval, !approval.isUsed,
      LabDigest.isEqual(approval.verifier, verifier)
    else { return nil }
    credentials.approval?.isUsed = true
    temporary.set(token, credentials)
    return approval.grant
  }
}
