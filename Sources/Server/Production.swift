import Composition
import Settings
import Telemetry

extension LatchkeyServer {
  /// The settings that only a server for real users has.
  public struct Production: Sendable {
    public var listen: ListenConfiguration
    public var proxy: ProxyConfiguration
    /// Nil for plain HTTP behind a proxy.
    public var certificates: CertificateStore?
    public var telemetry: ServerTelemetry
    public var metricsOnMainListener: Bool

    public init(
      listen: ListenConfiguration, proxy: ProxyConfiguration, certificates: CertificateStore? = nil,
      telemetry: ServerTelemetry = ServerTelemetry(), metricsOnMainListener: Bool = false
    ) {
      self.listen = listen
      self.proxy = proxy
      self.certificates = certificates
      self.telemetry = telemetry
      self.metricsOnMainListener = metricsOnMainListener
    }
  }
}
