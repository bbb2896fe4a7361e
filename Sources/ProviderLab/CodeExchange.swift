import Foundation

extension ProviderRules {
  /// Redeems a code for its grant. A code can be redeemed only once.
  ///
  /// - Throws: ``GrantRefusal``, or ``LabInterruption`` if a transport fault belongs to the code.
  func redeemCode(from request: LabRequest, clientID: String) async throws -> Grant {
    guard let code = request["code"] else { throw GrantRefusal.unknownCode }
    let now = lab.now
    let provider = profile.id
    let lifetime = profile.codeLifetime
    let redirectURI = request["redirect_uri"]
    let verifier = request["code_verifier"]
    let result = lab.state.redeem(code: code) { record in
      let grant = record.grant
      if grant.provider != provider { return .unknownCode }
      if now.timeIntervalSince(record.issuedAt) > lifetime { return .expiredCode }
      if grant.clientID != clientID { return .otherClient }
      if !grant.redirectURI.isEmpty, grant.redirectURI != redirectURI { return .otherRedirectURI }
      return Self.verify(verifier, against: grant.codeChallenge) ? nil : .wrongVerifier
    }
    let grant = try result.get()
    try await lab.applyTransportFault(grant.order)
    return grant
  }

  /// Checks the verifier (RFC 7636 section 4.6). A verifier without a challenge is refused, too, because it shows that
  /// the challenge was removed from the authorization request (RFC 9700 section 4.8.2).
  private static func verify(_ verifier: String?, against challenge: String?) -> Bool {
    guard let challenge else { return verifier == nil }
    guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return LabDigest.isEqual(LabDigest.codeChallenge(of: verifier), challenge)
  }

  /// The client of a request with a shared secret; nil if the secret is wrong.
  func authenticatedClient(of request: LabRequest) -> String? {
    let (id, secret) = request.clientCredentials
    guard let id, let secret, let expected = ProviderLab.clients.secret(of: id, at: profile.id),
      LabDigest.isEqual(secret, expected)
    else { return nil }
    return id
  }
}
