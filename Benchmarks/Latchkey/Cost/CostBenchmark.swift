import ArgumentParser
import Foundation

/// Measures the cost of one request in the server's process. Other work on the machine changes these figures little.
struct CostBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Processor time, allocations and statements for one request to a latchkey binary.",
    discussion: "docs/performance.md says how to read it.")

  @Argument(help: "The latchkey binary.") var binary: String
  @Option(help: ArgumentHelp("The counting library that make cost builds.", valueName: "file"))
  var counters: String
  @Option(help: "sqlite, or postgresql://… of an empty database that is there for this.")
  var database = "sqlite"
  @Option(help: "Seconds for each round.") var seconds = 2
  @Option(help: "Rounds, of which the middle counts.") var rounds = 3
  @Option(help: "Connections that ask at once while the time is measured.") var connections = 4
  @Option(parsing: .upToNextOption, help: "What is measured. (default: everything)")
  var only: [HTTPOperation] = []
  @Option(help: ArgumentHelp("Write everything as JSON, too.", valueName: "file")) var json: String?
  @Option(help: ArgumentHelp("Compare with the JSON of another run.", valueName: "file")) var compare: String?
  @Option(
    help: "Where the installation is made: the disk counts. (default: the directory for temporary files)")
  var directory: String?

  /// The number of requests whose allocations and statements are counted. They are sent one after the other, and
  /// hashing a password takes long.
  private static func counted(_ operation: HTTPOperation) -> Int {
    operation == .signInWithPassword ? 40 : 400
  }

  func validate() throws {
    guard seconds > 0, rounds > 0, connections > 0 else {
      throw ValidationError("Seconds, rounds and connections have to be more than 0.")
    }
  }

  func run() async throws {
    let other = try compare.map {
      try JSONDecoder().decode(CostReport.self, from: Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    let interruption = Interruption()
    defer { interruption.end() }
    let installation = try BenchmarkInstallation(
      binary: URL(fileURLWithPath: binary).path, database: database == "sqlite" ? nil : database,
      parent: directory)
    interruption.remove(installation.directory)
    defer { installation.remove() }
    let operations = HTTPOperation.allCases.filter {
      $0 != .isolation && (only.isEmpty || only.contains($0))
    }
    print("A request to \(binary) serve on \(database.prefix { $0 != ":" }), \(buildConfiguration) build")

    var server = try await installation.serve()
    var subjects = LoadSubjects(of: installation)
    try await subjects.prepare()
    let lab = operations.contains(where: \.usesLab) ? try await installation.lab() : nil
    defer { lab?.stop() }
    var oneTimeRequests: [HTTPOperation: any OneTimeRequests] = [:]
    for operation in operations {
      oneTimeRequests[operation] = try await operation.oneTimeRequests(subjects, lab: lab)
    }

    var times: [String: [Double]] = [:]
    let bare = try await bareServer(subjects, environment: [:])
    times[BareAnswer.name] = try await self.times(of: bare, path: BareAnswer.path, subjects.file(of: .signUp))
    bare.stop()
    for operation in operations {
      times[operation.rawValue] = try await self.times(
        of: server, path: installation.path(of: operation), subjects.file(of: operation)
      ) { count in
        try await oneTimeRequests[operation]?.write(count)
      }
    }
    server.stop()

    // Counting takes time, so the processor time was measured without it.
    let counters = try CostCounters(
      library: counters, file: installation.directory.appending(path: "counters"))
    server = try await installation.serve(environment: counters.environment)
    defer { server.stop() }
    var rows: [CostFigures] = []
    let bareCounters = try CostCounters(
      library: self.counters, file: installation.directory.appending(path: "bare-counters"))
    let countedBare = try await bareServer(subjects, environment: bareCounters.environment)
    rows.append(
      try await figures(
        BareAnswer.name, BareAnswer.title, times, bareCounters,
        bodies: Array(repeating: #"{"returnSecureToken":true}"#, count: 400),
        to: "http://127.0.0.1:\(countedBare.port)\(BareAnswer.path)"))
    countedBare.stop()
    for operation in operations {
      let count = Self.counted(operation)
      try await oneTimeRequests[operation]?.write(count + Self.warming)
      let lines = try String(contentsOf: subjects.file(of: operation), encoding: .utf8)
        .split(separator: "\n").map(String.init)
      rows.append(
        try await figures(
          operation.rawValue, operation.title, times, counters,
          bodies: (0..<(count + Self.warming)).map { lines[$0 % lines.count] },
          to: installation.url(of: operation)))
    }
    let report = CostReport(
      date: Date().ISO8601Format(), build: buildConfiguration,
      database: String(database.prefix { $0 != ":" }), rows: rows)
    report.print(comparedWith: other)
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try (encoder.encode(report) + Data("\n".utf8)).write(to: URL(fileURLWithPath: json))
    }
  }

  private enum BareAnswer {
    static let name = "bare"
    static let title = "bare Hummingbird"
    static let path = "/answer"
  }

  private func bareServer(_ subjects: LoadSubjects, environment: [String: String]) async throws
    -> ServerProcess
  {
    let port = try LoopbackProbe.freePort()
    return try await ServerProcess(
      try CommandRunner.program(),
      ["bare-server", "--port", "\(port)", "--length", "\(subjects.lookupLength)"], port: port, path: "/",
      log: subjects.installation.directory.appending(path: "bare.log"), environment: environment)
  }

  /// The processor time of one request in microseconds, for each round.
  ///
  /// - Parameter prepare: called before each round with the maximum number of requests in the round.
  private func times(
    of server: ServerProcess, path: String, _ bodies: URL,
    preparing prepare: (Int) async throws -> Void = { _ in }
  ) async throws -> [Double] {
    var load = Load(
      server: "http://127.0.0.1:\(server.port)", path: path, bodies: bodies, connections: connections,
      seconds: 1)
    try await prepare(Self.mostInFirstSecond)
    // This run fills the caches and opens the connections to the database.
    let first = try await load.run()
    load.seconds = seconds
    var found: [Double] = []
    for _ in 0..<rounds {
      try await prepare(Int(2 * first.requestsPerSecond * Double(seconds)) + 1_000)
      let before = try server.processorSeconds
      let figures = try await load.run()
      guard figures.refusals == 0, figures.socketErrors == 0 else {
        throw CommandFailure(
          description: "\(path.prefix { $0 != "?" }): \(figures.refusals) requests were refused, and "
            + "\(figures.socketErrors) were not answered")
      }
      found.append((try server.processorSeconds - before) * 1e6 / Double(figures.requests))
    }
    return found
  }

  private static let mostInFirstSecond = 6_000

  /// The number of requests that are sent first and not counted.
  private static let warming = 20

  private func figures(
    _ name: String, _ title: String, _ times: [String: [Double]], _ counters: CostCounters, bodies: [String],
    to url: String
  ) async throws -> CostFigures {
    let client = JSONClient()
    for body in bodies.prefix(Self.warming) { _ = try await client.json(url, body) }
    let before = try counters.read()
    let counted = bodies.dropFirst(Self.warming)
    for body in counted { _ = try await client.json(url, body) }
    let spent = try counters.read() - before
    func each(_ number: UInt64) -> Double { Double(number) / Double(counted.count) }
    let rounds = (times[name] ?? []).sorted()
    return CostFigures(
      name: name, title: title, microseconds: median(rounds),
      range: [rounds.first ?? .nan, rounds.last ?? .nan], allocations: each(spent.allocations),
      bytes: each(spent.bytes), statements: each(spent.statements))
  }
}
