import ArgumentParser
import Identity

/// The settings that decide how long users stay signed in.
struct SessionOptions: ParsableArguments {
  @Option(
    help: """
      Whether a refresh token stays the same (stable), as in Firebase, or is valid once and replaced at each use \
      (rotating). The replay of a used refresh token after the grace period ends the session.
      """)
  var refreshTokens: SessionPolicy.RefreshTokens?

  @Option(
    help: ArgumentHelp(
      "The grace period in which a used refresh token still returns its successor, 0s to 1h.",
      valueName: "duration"))
  var refreshGrace: SecondsOption?

  @Option(
    help: ArgumentHelp(
      "The lifetime of an unused session: at least 2h, such as 12h or 30d, or none for no limit.",
      valueName: "duration"))
  var sessionIdle: SecondsOption?

  @Option(
    help: ArgumentHelp(
      "The maximum lifetime of a session: at least 2h, or none for no limit.", valueName: "duration"))
  var sessionLifetime: SecondsOption?

  func validate() throws {
    if refreshGrace?.seconds == nil, refreshGrace != nil {
      throw ValidationError("--refresh-grace needs a duration, such as 60s.")
    }
    if let seconds = refreshGrace?.seconds, !SessionPolicy.gracePeriods.contains(seconds) {
      throw ValidationError("--refresh-grace must be from 0s to 1h.")
    }
    for (name, option) in [("--session-idle", sessionIdle), ("--session-lifetime", sessionLifetime)] {
      if let seconds = option?.seconds, !SessionPolicy.lifetimes.contains(seconds) {
        throw ValidationError("\(name) must be from 2h to 3650d, or none.")
      }
    }
  }

  var areGiven: Bool {
    refreshTokens != nil || refreshGrace != nil || sessionIdle != nil || sessionLifetime != nil
  }

  func apply(to policy: inout SessionPolicy) {
    if let refreshTokens { policy.refreshTokens = refreshTokens }
    if let seconds = refreshGrace?.seconds { policy.gracePeriod = seconds }
    if let sessionIdle { policy.idleLifetime = sessionIdle.seconds }
    if let sessionLifetime { policy.absoluteLifetime = sessionLifetime.seconds }
  }

  static func rows(of policy: SessionPolicy) -> [[String]] {
    func word(_ seconds: Int64?) -> String { seconds.map(SecondsOption.text) ?? "none" }
    return [
      ["Refresh tokens", policy.refreshTokens.rawValue], ["Refresh grace", word(policy.gracePeriod)],
      ["Session idle lifetime", word(policy.idleLifetime)],
      ["Session lifetime", word(policy.absoluteLifetime)],
    ]
  }
}

/// A duration on the command line: `90s`, `15m`, `12h`, `30d`, or `none`.
struct SecondsOption: ExpressibleByArgument {
  /// Nil for `none`.
  var seconds: Int64?

  private static let units: [(name: Character, seconds: Int64)] = [
    ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  init?(argument: String) {
    if argument == "none" { return }
    guard argument.utf8.count <= 12, let last = argument.last,
      let unit = Self.units.first(where: { $0.name == last }), let count = Int64(argument.dropLast()),
      count >= 0
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
    guard !overflows else { return nil }
    seconds = product
  }

  static func text(_ seconds: Int64) -> String {
    let unit = units.first { seconds >= $0.seconds && seconds % $0.seconds == 0 } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.name)"
  }
}

extension SessionPolicy.RefreshTokens: ExpressibleByArgument {}
