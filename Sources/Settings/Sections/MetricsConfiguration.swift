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
    "The address of the separate listener for /metrics.")
  static let port = Setting(
    "metrics.port", .integer(1...65_535), default: "9464", "The port of the separate listener for /metrics.")
  static let onMainListener = Setting(
    "metrics.onMainListener", .flag, default: "false",
    "Whether the main listener serves /metrics instead. Then every client can read the metrics.")

  static let all = [enabled, address, port, onMainListener]

  static func read(_ reader: SettingsReader, _ listen: ListenConfiguration) -> MetricsConfiguration {
    let metrics = MetricsConfiguration(
      isEnabled: reader.flag(enabled), address: reader.text(address) ?? "", port: reader.integer(port),
      onMainListener: reader.flag(onMainListener))
    if AddressRange.canonical(metrics.address) == nil {
      reader.problem(
        address, "\"\(metrics.address.prefix(60))\" is not an IP address.",
        fix: "Write an address of the machine."
      )
    }
    guard metrics.isEnabled else {
      if reader.isSet(onMainListener), metrics.onMainListener {
        reader.problem(
          onMainListener, "Metrics are off.", fix: "Set \(enabled.key) to true, or remove this setting.")
      }
      return metrics
    }
    if metrics.onMainListener {
      reader.warn(
        onMainListener, "Every client can read the number of sign-ins.",
        fix: "Remove it, and let Prometheus read the separate address for metrics.")
    } else if metrics.port == listen.port,
      metrics.address == listen.address || ["0.0.0.0", "::"].contains(listen.address)
    {
      reader.problem(
        port, "The server itself listens on port \(listen.port).", fix: "Choose another port for metrics.")
    } else if !ListenSettings.isLoopback(metrics.address) {
      reader.warn(
        address, "Every client that reaches \(metrics.address) can read the metrics.",
        fix: "Use 127.0.0.1, or an address that only Prometheus can reach.")
    }
    return metrics
  }
}
