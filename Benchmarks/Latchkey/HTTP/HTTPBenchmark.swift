import ArgumentParser
import Foundation
import Tokens

/// Measures the requests per second of `latchkey serve`, beside the rate of the most costly part of each request alone.
struct HTTPBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "http",
    abstract: "Requests a second of a latchkey binary, as shares of limits measured in the same run.",
    discussion:
      "It makes an installation of its own, and removes it. docs/performance.md says how to read it.")

  @Argument(help: "The latchkey binary.") var binary: String
  @Option(help: "sqlite, or postgresql://… of an empty database that is there for this.")
  var database = "sqlite"
  @Option(help: "Seconds for each measurement.") var seconds = 5
  @Option(help: "Connections that ask at once.") var connections = 16
  @Option(help: "Accounts that are there besides.") var accounts = 10_000
  @Option(parsing: .upToNextOption, help: "What is measured. (default: everything)")
  var only: [HTTPOperation] = []
  @Option(help: ArgumentHelp("Write everything as JSON, too.", valueName: "file")) var json: String?
  @Option(help: ArgumentHelp("Compare with the JSON of another run.", valueName: "file")) var compare: String?
  @Option(
    help: "Where the installation is made: the disk counts. (default: the directory for temporary files)")
  var directory: String?

  /// The number of one-time requests per core for the first second. No core answers so many requests in a
  /// second.
  private static let oneTimeRequestsPerCore = 8_000

  private var machineCores: Int { ProcessInfo.processInfo.activeProcessorCount }
  private var postgreSQL: String? { database == "sqlite" ? nil : database }

  func validate() throws {
    guard postgreSQL.map({ $0.hasPrefix("postgresql://") || $0.hasPrefix("postgres://") }) ?? true else {
      throw ValidationError("The database is sqlite, or an address that begins with postgresql://.")
    }
    guard seconds > 0, connections > 0, accounts > 0 else {
      throw ValidationError("Seconds, connections and accounts have to be more than 0.")
    }
  }

  func run() async throws {
    guard CommandRunner.isThere("wrk") else {
      throw CommandFailure(description: "wrk makes the load, and is not here: apt-get install wrk")
    }
    let other = try compare.map(BenchmarkReport.read)
    let operations = HTTPOperation.allCases.filter { only.isEmpty || only.contains($0) }
    let interruption = Interruption()
    defer { interruption.end() }
    let installation = try BenchmarkInstallation(
      binary: URL(fileURLWithPath: binary).path, database: postgreSQL, parent: directory)
    interruption.remove(installation.directory)
    defer { installation.remove() }

    let method = SigningMethod.chosen()
    let machine = MachineDescription(
      directory: installation.directory, postgreSQL: postgreSQL, signer: method.name)
    print("\(binary) serve over HTTP, \(connections) connections, \(seconds) s each, \(accounts) accounts")
    machine.print()
    if buildConfiguration == "debug" { note("This is a debug build: its limits are too low.") }
    if case .libcrypto = method { note(method.explanation) }

    let imports = try installation.importUsers(accounts)
    note("\(accounts) accounts were imported, \(rounded(imports)) a second.")
    let server = try await installation.serve()
    defer { server.stop() }
    var subjects = LoadSubjects(of: installation)
    try await subjects.prepare()
    let lab = operations.contains(where: \.usesLab) ? try await installation.lab() : nil
    defer { lab?.stop() }
    var oneTimeRequests: [HTTPOperation: any OneTimeRequests] = [:]
    for operation in operations {
      oneTimeRequests[operation] = try await operation.oneTimeRequests(subjects, lab: lab)
    }
    if let postgreSQL {
      // PostgreSQL does this itself within a minute. Before that, its planner may choose a slower index.
      _ = try CommandRunner.output(of: ["psql", "-X", "-q", "-c", "ANALYZE", postgreSQL])
    }

    var report = BenchmarkReport(
      date: Date().ISO8601Format(), machine: machine, build: buildConfiguration, binary: binary,
      seconds: seconds, connections: connections, accounts: accounts, importsPerSecond: imports)
    var limits = Limits()
    note("Measuring limits …")
    try await limits.measure(
      Set(operations.flatMap(Limits.kinds)), subjects: subjects, database: postgreSQL, seconds: seconds,
      connections: connections)
    limits.absences.forEach(note)
    report.limits = limits.measured
    for operation in operations where operation != .isolation {
      note("Measuring \(operation.rawValue) …")
      let figures = try await measure(operation, subjects, oneTimeRequests[operation])
      report.add(
        operation, figures, connections: connections, limit: limits.limit(of: operation), comparedWith: other)
    }
    if operations.contains(.isolation) {
      note("Measuring isolation …")
      report.isolation = try await IsolationFigures.measured(subjects, seconds: seconds)
    }
    print("")
    report.print(comparedWith: other?.machine.database.prefix { $0 != " " })
    if let json { try report.write(to: json) }
  }

  private func measure(
    _ operation: HTTPOperation, _ subjects: LoadSubjects, _ oneTimeRequests: (any OneTimeRequests)?
  ) async throws -> Load.Figures {
    var oneTimeRequests = oneTimeRequests
    let installation = subjects.installation
    var load = Load(
      server: "http://127.0.0.1:\(installation.port)", path: installation.path(of: operation),
      bodies: subjects.file(of: operation), connections: connections, seconds: 1)
    try await oneTimeRequests?.write(Self.oneTimeRequestsPerCore * machineCores)
    // This run fills the caches and opens the connections to the database.
    let first = try await load.run()
    try await check(first, operation, subjects)
    // Makes more requests than the first run suggests, because the first run is slower.
    try await oneTimeRequests?.write(Int(1.6 * first.requestsPerSecond * Double(seconds)) + 1000)
    load.seconds = seconds
    let figures = try await load.run()
    try await check(figures, operation, subjects)
    return figures
  }

  /// - Throws: ``CommandFailure`` if a request was refused, because figures of refused requests would be meaningless.
  private func check(_ figures: Load.Figures, _ operation: HTTPOperation, _ subjects: LoadSubjects)
    async throws
  {
    guard figures.refusals > 0 || figures.socketErrors > 0 else { return }
    var message =
      "\(operation.rawValue): of \(figures.requests) requests \(figures.refusals) were refused, and "
      + "\(figures.socketErrors) were not answered."
    let bodies = try String(contentsOf: subjects.file(of: operation), encoding: .utf8).split(separator: "\n")
    for body in bodies.prefix(100) {
      let answer = try await JSONClient().post(subjects.installation.url(of: operation), String(body))
      guard answer.status != 200 else { continue }
      message += " One is answered with \(answer.status): \(answer.text.prefix(600))"
      break
    }
    let log = subjects.installation.directory.appending(path: "serve.log")
    throw CommandFailure(description: message + "\nThe server's log ends" + CommandRunner.end(of: log))
  }

  /// Writes to standard error, because standard output is only for the figures.
  private func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
