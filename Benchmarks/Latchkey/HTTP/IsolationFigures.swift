import Foundation

/// The rates of lookups: alone, beside as many password sign-ins as may wait, and beside more than the server can hash.
struct IsolationFigures: Codable {
  /// The lookups beside one amount of other work.
  struct Stage: Codable {
    var name: String
    var lookups: Load.Figures
    var signIns: Load.Figures?
    /// The refusals of sign-ins that another client tried at the same time; nil if none was refused.
    var refusals: Refusals?
  }

  struct Refusals: Codable {
    var count: Int
    var tries: Int
    /// The times until the refusal, in milliseconds.
    var p50, p99: Double
  }

  var stages: [Stage] = []

  static let lookupConnections = 4
  /// The default maximum number of passwords that may wait.
  private static let signIns = 64
  /// The number of clients that each try one sign-in a second. Even several cores cannot hash so many
  /// passwords.
  private static let tooManySignIns = 256

  static func measured(_ subjects: LoadSubjects, seconds: Int) async throws -> IsolationFigures {
    let installation = subjects.installation
    let server = "http://127.0.0.1:\(installation.port)"
    let lookups = Load(
      server: server, path: installation.path(of: .lookup), bodies: subjects.file(of: .lookup),
      connections: lookupConnections, seconds: seconds)
    var figures = IsolationFigures()
    figures.stages.append(
      Stage(name: "\(lookupConnections) connections alone", lookups: try await lookups.run()))
    for (name, connections, pause) in [
      ("beside \(signIns) sign-ins", signIns, nil),
      ("beside \(tooManySignIns) sign-ins a second", tooManySignIns, 1000),
    ] as [(String, Int, Int?)] {
      // The sign-ins begin before the lookups and end after them.
      let flood = Load(
        server: server, path: installation.path(of: .signInWithPassword),
        bodies: subjects.file(of: .signInWithPassword), connections: connections, seconds: seconds + 2,
        pause: pause, countsStatuses: true)
      async let signIns = flood.run()
      try await Task.sleep(for: .seconds(1))
      async let refusals = Self.refusals(subjects, seconds: Double(seconds))
      let stage = Stage(
        name: name, lookups: try await lookups.run(), signIns: try await signIns, refusals: try await refusals
      )
      figures.stages.append(stage)
    }
    if let stage = figures.stages.first(where: { $0.lookups.refusals + $0.lookups.socketErrors > 0 }) {
      throw CommandFailure(
        description: "\(stage.lookups.refusals) lookups were refused \(stage.name), and "
          + "\(stage.lookups.socketErrors) not answered")
    }
    return figures
  }

  /// Tries sign-ins repeatedly, and measures how long the server takes to refuse one.
  private static func refusals(_ subjects: LoadSubjects, seconds: Double) async throws -> Refusals? {
    let bodies = try String(contentsOf: subjects.file(of: .signInWithPassword), encoding: .utf8)
    let body = String(bodies.prefix { $0 != "\n" })
    let url = subjects.installation.url(of: .signInWithPassword)
    let (tries, sorted) = try await withThrowingTaskGroup(of: Double?.self) { group in
      let end = ContinuousClock.now + .seconds(seconds)
      var tries = 0
      while ContinuousClock.now < end {
        tries += 1
        group.addTask {
          let answer = try await JSONClient().post(url, body)
          switch answer.status {
          case 429: return answer.milliseconds
          case 200: return nil
          default:
            throw CommandFailure(
              description: "a sign-in was answered with \(answer.status): \(answer.text.prefix(400))")
          }
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      var waits: [Double] = []
      for try await wait in group { if let wait { waits.append(wait) } }
      return (tries, waits.sorted())
    }
    guard let last = sorted.last else { return nil }
    return Refusals(
      count: sorted.count, tries: tries, p50: median(sorted),
      p99: min(sorted[min(sorted.count * 99 / 100, sorted.count - 1)], last))
  }

  func print() {
    var table = Table(
      "", "lookups/s", "p50 ms", "p99 ms", "sign-ins/s", "refused/s", "p50 ms until refused", "p99 ms")
    for stage in stages {
      let signIns = stage.signIns
      func rate(_ status: String) -> String {
        signIns.map { rounded(Double($0.statuses[status] ?? 0) / $0.duration) } ?? "-"
      }
      table.add(
        "lookup \(stage.name)", rounded(stage.lookups.requestsPerSecond),
        rounded(stage.lookups.p50, places: 2),
        rounded(stage.lookups.p99, places: 2), rate("200"), rate("429"),
        stage.refusals.map { rounded($0.p50, places: 1) } ?? "-",
        stage.refusals.map { rounded($0.p99, places: 1) } ?? "-")
    }
    table.print()
  }
}
