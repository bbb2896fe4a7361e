import Foundation

/// Sign-ins with ID tokens of the lab's Apple. Each token lets in once, so there has to be one for every request.
struct AppleTokens: OneTimeRequests {
  /// So many that none comes to as many sessions as an account may have.
  private static let users = 1000

  let subjects: LoadSubjects
  let lab: ServerProcess
  private let client = JSONClient()
  private var made = 0

  /// Has the project believe the lab, and signs everybody in once.
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
    // As apps do it, a nonce for each.
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
