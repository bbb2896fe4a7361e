import Foundation

/// Sign-ins with ID tokens from the lab's Apple. Each token can be used only once, so every request needs its own
/// token.
struct AppleTokens: OneTimeRequests {
  /// The number of users. It is so large that no account reaches its maximum number of sessions.
  private static let users = 1000

  let subjects: LoadSubjects
  let lab: ServerProcess
  private let client = JSONClient()
  private var made = 0

  /// Makes the project trust the lab's Apple, and signs every user in once.
  init(for subjects: LoadSubjects, by lab: ServerProcess) async throws {
    self.subjects = subjects
    self.lab = lab
    try subjects.installation.trustApple(of: lab)
    let url = subjects.installation.url(of: .signInWithIdp)
    for body in try await signIns(Self.users) { _ = try await client.json(url, body) }
  }

  mutating func write(_ count: Int) async throws {
    try subjects.write(try await signIns(count), for: .signInWithIdp)
  }

  private mutating func signIns(_ count: Int) async throws -> [String] {
    let first = made
    made += count
    let (client, port) = (client, lab.port)
    return try await Self.bodies(first..<made) { try await Self.signIn($0, client, labPort: port) }
  }

  private static func signIn(_ number: Int, _ client: JSONClient, labPort: UInt16) async throws -> String {
    let user = number % users
    // Each token has its own nonce, as in apps.
    let nonce = "nonce-\(number)"
    let answer = try await client.json(
      "http://127.0.0.1:\(labPort)/lab/control/token/apple.com",
      """
      {"sub":"001234.\(user)","email":"apple\(user)@example.com","emailVerified":true,"rawNonce":"\(nonce)"}
      """)
    guard let token = answer["idToken"]?.stringValue else {
      throw CommandFailure(description: "the provider lab made no ID token of Apple's")
    }
    return """
      {"postBody":"id_token=\(token)&providerId=apple.com&nonce=\(nonce)","requestUri":"http://localhost",\
      "returnSecureToken":true}
      """
  }
}
