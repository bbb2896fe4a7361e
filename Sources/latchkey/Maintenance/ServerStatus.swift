import IdentityWire

/// The state that a running server reports.
struct ServerStatus: Sendable {
  /// The answers of `/healthz` and `/readyz`.
  private let health: ServerProbe.Outcome
  private let readiness: ServerProbe.Outcome
  private let probe: ServerProbe

  init(asking probe: ServerProbe, seconds: Int64) async {
    self.probe = probe
    async let health = probe.ask("/healthz", seconds: seconds)
    async let readiness = probe.ask("/readyz", seconds: seconds)
    self.health = await health
    self.readiness = await readiness
  }

  /// True if the server answers.
  var isThere: Bool { health != .none || readiness != .none }

  var finding: Finding {
    if case .bad(let answer) = health {
      return Finding(.failed, "server", "\(probe.url("/healthz")) answers: \(PlainText.line(answer))")
    }
    return Finding(readiness: readiness, at: probe)
  }

  var text: String {
    guard isThere else { return "nothing answers at \(probe.url("/"))" }
    return "\(probe.url("/")) is \(health == .good ? "healthy" : "not healthy"), "
      + (readiness == .good ? "ready" : "not ready")
  }

  var json: JSONValue {
    func value(_ outcome: ServerProbe.Outcome) -> JSONValue {
      switch outcome {
      case .good: "ok"
      case .bad(let answer): .string(answer)
      case .none: .null
      }
    }
    return ["url": .string(probe.url("")), "healthz": value(health), "readyz": value(readiness)]
  }
}
