import Foundation

/// The limits to which operations are compared. They are measured in the same run.
struct Limits {
  private var all: [Kind: MeasuredLimit] = [:]
  private(set) var absences: [String] = []

  enum Kind: CaseIterable {
    case openssl, signing, scrypt, bare, signUps
  }

  var measured: [MeasuredLimit] { Kind.allCases.compactMap { all[$0] } }

  /// The lowest of an operation's limits; nil if one of them is unknown.
  func limit(of operation: HTTPOperation) -> MeasuredLimit? {
    let limits = Self.kinds(for: operation).map { all[$0] }
    // If one limit is unknown, the lowest limit is unknown, too.
    guard !limits.contains(where: { $0 == nil }) else { return nil }
    return limits.compactMap(\.self).min { $0.perSecond < $1.perSecond }
  }

  static func kinds(for operation: HTTPOperation) -> [Kind] {
    switch operation {
    case .lookup: [.bare]
    case .refresh: [.openssl]
    case .signUp: [.signing, .signUps]
    case .signInWithPassword: [.scrypt]
    case .signInWithIdp, .signInWithPasskey: [.signing]
    case .isolation: []
    }
  }

  /// - Parameters:
  ///   - kinds: the limits to measure.
  ///   - database: the address of the PostgreSQL database; nil for SQLite.
  mutating func measure(
    _ kinds: Set<Kind>, subjects: LoadSubjects, database: String?, seconds: Int, connections: Int
  ) async throws {
    for kind in Kind.allCases where kinds.contains(kind) {
      all[kind] =
        switch kind {
        case .openssl: try await openssl(seconds: seconds)
        case .signing: try await SigningLimit.measured(seconds: seconds)
        case .scrypt: try await scrypt(seconds: seconds)
        case .bare: try await bare(subjects, seconds: seconds, connections: connections)
        case .signUps:
          try await signUps(subjects, database: database, seconds: seconds, connections: connections)
        }
    }
  }

  private mutating func openssl(seconds: Int) async throws -> MeasuredLimit? {
    guard CommandRunner.isThere("openssl") else {
      absences.append("There is no openssl here: nothing is compared with what it signs.")
      return nil
    }
    let rate = try await OwnThread.run {
      try CommandRunner.opensslSignaturesPerSecond(
        seconds: seconds, processes: ProcessInfo.processInfo.activeProcessorCount)
    }
    return MeasuredLimit(name: "openssl speed rsa2048", perSecond: rate)
  }

  private func scrypt(seconds: Int) async throws -> MeasuredLimit {
    let rate = try await ScryptBenchmark.verificationRate(
      threads: ProcessInfo.processInfo.activeProcessorCount, seconds: seconds)
    return MeasuredLimit(name: "scrypt alone", perSecond: rate)
  }

  private func bare(_ subjects: LoadSubjects, seconds: Int, connections: Int) async throws -> MeasuredLimit {
    let port = try LoopbackProbe.freePort()
    let server = try await ServerProcess(
      try CommandRunner.program(),
      ["bare-server", "--port", "\(port)", "--length", "\(subjects.lookupLength)"],
      port: port, path: "/", log: subjects.installation.directory.appending(path: "bare.log"))
    defer { server.stop() }
    var load = Load(
      server: "http://127.0.0.1:\(port)", path: "/answer", bodies: subjects.file(of: .lookup),
      connections: connections, seconds: 1)
    _ = try await load.run()
    load.seconds = seconds
    let figures = try await load.run()
    guard figures.refusals + figures.socketErrors == 0 else {
      throw CommandFailure(description: "the bare server answered with errors")
    }
    return MeasuredLimit(name: "bare Hummingbird", perSecond: figures.requestsPerSecond)
  }

  private mutating func signUps(
    _ subjects: LoadSubjects, database: String?, seconds: Int, connections: Int
  ) async throws -> MeasuredLimit? {
    let directory = subjects.installation.directory
    guard let database else {
      return MeasuredLimit(
        name: "SQLite, \(connections) in a commit",
        perSecond: try await SQLiteSignUps.rate(
          in: directory, seconds: Double(seconds), perTransaction: connections))
    }
    guard let pgbench = PostgreSQLSignUps.program else {
      absences.append("There is no pgbench here: nothing is compared with PostgreSQL alone.")
      return nil
    }
    return try await OwnThread.run {
      MeasuredLimit(
        name: "pgbench, \(connections) clients",
        perSecond: try PostgreSQLSignUps.rate(
          by: pgbench, database: database, in: directory, seconds: seconds, clients: connections))
    }
  }
}
