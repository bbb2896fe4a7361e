import Foundation

/// Sign-ins with ID tokens of the lab's Apple. Each token lets in once, so there has to be one for every request.
struct AppleTokens {
  /// So many that none comes to as many sessions as an account may have.
  private static let users = 1000
  private static let mintedAtOnce = 16

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

  /// Writes sign-ins that were not tried yet to the file of the operation.
  mutating func write(_ count: Int) async throws {
    try subjects.write(try await signIns(count), for: .signInWithIdp)
  }

  private mutating func signIns(_ count: Int) async throws -> [String] {
    let first = made
    made += count
    let (client, port) = (client, lab.port)
    return try await withThrowingTaskGroup(of: [String].self) { group in
      for worker in 0..<Self.mintedAtOnce {
        group.addTask {
          var bodies: [String] = []
          for number in stride(from: first + worker, to: first + count, by: Self.mintedAtOnce) {
            bodies.append(try await Self.signIn(number, client, labPort: port))
          }
          return bodies
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
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
