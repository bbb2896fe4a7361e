import Foundation
import WebAuthn

/// The ceremonies of the vectors, with one part of an answer replaced.
enum Ceremony {
  static let relyingParty = party(.unneeded)
  static let verifying = party(.unneeded, requiresUserVerification: true)
  static let trusting = party(.trusted(roots: PasskeySeeds.root.map { [$0] } ?? []))

  private static func party(_ policy: AttestationPolicy, requiresUserVerification: Bool = false)
    -> RelyingParty
  {
    guard let id = RelyingPartyID("example.org"), let origin = PasskeyOrigin("https://example.org") else {
      preconditionFailure("There is no relying party")
    }
    return RelyingParty(
      id: id, origins: [origin], requiresUserVerification: requiresUserVerification, attestation: policy)
  }

  /// The credentials of the vectors with which assertions are made, by the vectors' names.
  private static let credentials: [String: CredentialRecord] = {
    var credentials: [String: CredentialRecord] = [:]
    for vector in [PasskeySeeds.selfAttested, PasskeySeeds.eddsa, PasskeySeeds.rs256] {
      credentials[vector.name] = register(vector)
    }
    precondition(credentials.count == 3, "a vector was refused")
    return credentials
  }()

  static func assert(
    _ vector: W3CVector, clientData: [UInt8]? = nil, authenticatorData: [UInt8]? = nil,
    signature: [UInt8]? = nil
  ) -> Bool {
    guard let credential = credentials[vector.name],
      let client = try? CollectedClientData(clientData ?? vector.assertionClientData)
    else { return false }
    let assertion = Assertion(
      client: client, authenticatorData: authenticatorData ?? vector.authenticatorData,
      signature: signature ?? vector.signature, userHandle: [1])
    return
      (try? assertion.verify(
        credential, of: [1], challenge: vector.assertionChallenge, by: relyingParty)) != nil
  }

  private final class Answer: @unchecked Sendable {
    var record: CredentialRecord?
  }

  /// The new credential, unless the answer is refused. libFuzzer calls a function that waits for nothing.
  static func register(
    _ vector: W3CVector, object: [UInt8]? = nil, clientData: [UInt8]? = nil,
    by relyingParty: RelyingParty = Ceremony.relyingParty
  ) -> CredentialRecord? {
    guard let client = try? CollectedClientData(clientData ?? vector.registrationClientData) else {
      return nil
    }
    let registration = Registration(client: client, attestationObject: object ?? vector.attestationObject)
    let (answer, done) = (Answer(), DispatchSemaphore(value: 0))
    Task.detached {
      answer.record = try? await registration.verify(
        challenge: vector.registrationChallenge, by: relyingParty,
        at: Date(timeIntervalSince1970: 1_800_000_000)
      ).credential
      done.signal()
    }
    done.wait()
    return answer.record
  }
}
