import Foundation
import IdentityWire

/// Sign-ins with passkeys. Each challenge can be used only once, so every request needs its own challenge.
struct PasskeySignIns: OneTimeRequests {
  /// The number of users. It is so large that no account reaches its maximum number of sessions.
  private static let users = 1000

  private let subjects: LoadSubjects
  private let client = JSONClient()
  private let passkeys: [BenchmarkPasskey]
  private var made = 0

  /// Signs every user up with a passkey.
  init(for subjects: LoadSubjects) async throws {
    self.subjects = subjects
    var passkeys: [BenchmarkPasskey] = []
    for _ in 0..<Self.users { passkeys.append(try await Self.enrolled(subjects.installation, client)) }
    self.passkeys = passkeys
  }

  mutating func write(_ count: Int) async throws {
    let first = made
    made += count
    let (installation, client, passkeys) = (subjects.installation, client, passkeys)
    let bodies = try await Self.bodies(first..<made) { number in
      let started = try await client.json(installation.url("/v2/accounts/passkeySignIn:start"), "{}")
      let challenge = try Self.challenge(started["credentialRequestOptions"])
      let answer = try passkeys[number % passkeys.count].assertion(challenge: challenge)
      return #"{"authenticatorAuthenticationResponse":\#(answer)}"#
    }
    try subjects.write(bodies, for: .signInWithPasskey)
  }

  private static func enrolled(_ installation: BenchmarkInstallation, _ client: JSONClient) async throws
    -> BenchmarkPasskey
  {
    let user = try await client.json(installation.url(of: .signUp), #"{"returnSecureToken":true}"#)
    let idToken = user["idToken"]?.stringValue ?? ""
    let path = "/v2/accounts/passkeyEnrollment"
    let started = try await client.json(installation.url("\(path):start"), #"{"idToken":"\#(idToken)"}"#)
    let options = started["credentialCreationOptions"]
    guard let handle = options?["user"]?["id"]?.stringValue.flatMap({ Base64Bytes.decode($0) }) else {
      throw CommandFailure(description: "an enrolment was answered without a user handle")
    }
    let passkey = BenchmarkPasskey(userHandle: handle)
    let answer = passkey.registration(challenge: try challenge(options))
    _ = try await client.json(
      installation.url("\(path):finalize"),
      #"{"idToken":"\#(idToken)","name":"A passkey","authenticatorRegistrationResponse":\#(answer)}"#)
    return passkey
  }

  private static func challenge(_ options: JSONValue?) throws -> [UInt8] {
    guard let challenge = options?["challenge"]?.stringValue.flatMap({ Base64Bytes.decode($0) }) else {
      throw CommandFailure(description: "the server gave no challenge")
    }
    return challenge
  }
}
