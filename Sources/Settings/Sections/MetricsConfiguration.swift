/// The addresses of the metrics for Prometheus.
public struct MetricsConfiguration: Sendable {
  public var isEnabled: Bool
  /// The address of a separate listener with `/metrics`, `/healthz` and `/readyz`. Unused if `onMainListener` is true.
  public var address: String
  public var port: Int
  /// True if the main listener serves `/metrics` instead. Then everyone who reaches the server can read the metrics.
  public var onMainListener: Bool
}

enum MetricsSettings {
  static let enabled = Setting(
    "metrics.enabled", .flag, default: "true", "Whether the server serves /metrics.")
  static let address = Setting(
    "metrics.address", .text("an IP address"), default: "127.0.0.1",
    "The address that /metrics listens on, apart from the main one.")
  static let port = Setting(
    "metrics.port", .integer(1...65_535), default: "9464", "The port that /metrics listens on.")
  static let onMainListener = Setting(
    "metrics.onMainListener", .flag, default: "false",
    "Whether the main listener has /metrics instead, where everybody can read it.")

  static let all = [enabled, address, port, onMainListener]

  static func read(_ reader: SettingsReader, _ listen: ListenConfiguration) -> MetricsConfiguration {
    let metrics = MetricsConfiguration(
      isEnabled: reader.flag(enabled), address: reader.text(address) ?? "", port: reader.integer(port),
      onMainListener: reader.flag(onMainListener))
    if AddressRange.canonical(metrics.address) == nil {
      reader.problem(
        address, "\"\(metrics.address.prefix(60))\" is no IP address.", fix: "Give an address of the machine."
      )
    }
    guard metrics.isEnabled else {
      if reader.isSet(onMainListener), metrics.onMainListener {
        reader.problem(
          onMainListener, "Metrics are off.", fix: "Set \(enabled.key) to true, or leave this out.")
      }
      return metrics
    }
    if metrics.onMainListener {
      reader.warn(
        onMainListener, "Everybody can read how many sign-ins there are.",
        fix: "Leave it out, and let Prometheus read the separate address of metrics.")
    } else if metrics.port == listen.port,
      metrics.address == listen.address || ["0.0.0.0", "::"].contains(listen.address)
    {
      reader.problem(
        port, "The server itself listens on port \(listen.port).", fix: "Choose another port for metrics.")
    } else if !ListenSettings.isLoopback(metrics.address) {
      reader.warn(
        address, "Everybody who reaches \(metrics.address) can read the metrics.",
        fix: "Use 127.0.0.1, or an address that Prometheus alone reaches.")
    }
    return metrics
  }
}
