import Foundation
import Identity
import IdentityWire
import Operations
import Settings
import TestSupport

/// An installation that an earlier build made, as `Tests/Fixtures/make_installation.py` keeps it.
struct FixtureInstallation: Sendable, CustomStringConvertible {
  enum Database: String, Sendable { case sqlite, postgresql }

  /// The build that made it.
  let name: String
  let database: Database

  var description: String { "\(name) \(database.rawValue)" }

  private static let root = Repository.url("Tests/Fixtures")

  /// Those that can be opened on this machine.
  static let all: [FixtureInstallation] = {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { files.fileExists(atPath: "\(root.path)/\($0)/sqlite") }.sorted().flatMap { name in
      let sqlite = FixtureInstallation(name: name, database: .sqlite)
      let postgresql = FixtureInstallation(name: name, database: .postgresql)
      return PostgreSQLServer.programs == nil ? [sqlite] : [sqlite, postgresql]
    }
  }()

  private var directory: URL { Self.root.appendingPathComponent("\(name)/\(database.rawValue)") }

  var facts: JSONValue {
    get throws {
      try JSONParser().parse(try Data(contentsOf: directory.appendingPathComponent("facts.json")))
    }
  }

  /// Copies the installation and starts a server for real users on the copy, two minutes after it was made.
  func run(_ body: @Sendable @escaping (TestServer, JSONValue) async throws -> Void) async throws {
    let facts = try facts
    try await withTemporaryDirectory { data in
      func copy(_ name: String) throws {
        let copy = URL(fileURLWithPath: data.path).appendingPathComponent(name)
        try FileManager.default.copyItem(at: directory.appendingPathComponent(name), to: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
      }
      try copy("master.key")
      var options = TestServer.Options()
      options.installation = Installation(directory: data)
      switch database {
      case .sqlite: try copy("latchkey.db")
      case .postgresql:
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        try server.load(directory.appendingPathComponent("database.sql"), into: address)
        options.installation?.postgreSQL = try PostgreSQLAddress(address)
      }
      options.isDevelopment = false
      options.clock = SettableClock(Instant(seconds: (facts["madeAt"]?.integerValue ?? 0) + 120))
      try await TestServer.run(options) { server in try await body(server, facts) }
    }
  }
}
