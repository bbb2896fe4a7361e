import Foundation
import IdentityWire

/// Users and their requests: for each operation, a file with one request body in each line.
struct LoadSubjects {
  private static let users = 200
  private static let password = "correct horse battery staple"

  let installation: BenchmarkInstallation
  private let client = JSONClient()

  /// The number of bytes in the answer to a lookup.
  private(set) var lookupLength = 0

  init(of installation: BenchmarkInstallation) { self.installation = installation }

  func file(of operation: HTTPOperation) -> URL {
    let bodies = operation == .isolation ? .lookup : operation
    return installation.directory.appending(path: "\(bodies.rawValue).txt")
  }

  /// Signs users up, and writes the files of all operations except those that ``OneTimeRequests`` writes.
  mutating func prepare() async throws {
    var lookups: [String] = []
    var refreshes: [String] = []
    var signIns: [String] = []
    for index in 0..<Self.users {
      let signIn =
        #"{"email":"user\#(index)@example.com","password":"\#(Self.password)","returnSecureToken":true}"#
      let tokens = try await client.json(installation.url(of: .signUp), signIn)
      guard let id = tokens["idToken"]?.stringValue, let refresh = tokens["refreshToken"]?.stringValue else {
        throw CommandFailure(description: "a sign-up was answered without tokens")
      }
      lookups.append(#"{"idToken":"\#(id)"}"#)
      refreshes.append(#"{"grantType":"refresh_token","refreshToken":"\#(refresh)"}"#)
      signIns.append(signIn)
    }
    try write(lookups, for: .lookup)
    try write(refreshes, for: .refresh)
    try write(signIns, for: .signInWithPassword)
    try write([#"{"returnSecureToken":true}"#], for: .signUp)
    lookupLength = try await client.post(installation.url(of: .lookup), lookups[0]).text.utf8.count
  }

  func write(_ bodies: [String], for operation: HTTPOperation) throws {
    try Data(bodies.map { $0 + "\n" }.joined().utf8).write(to: file(of: operation))
  }
}
