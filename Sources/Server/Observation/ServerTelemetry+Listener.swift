import Composition
import Telemetry

extension ServerTelemetry {
  func watch(_ limiter: ConnectionLimiter) {
    registry.gauge("latchkey_http_connections", "Connections that are open.") { Double(limiter.total) }
  }

  func watch(_ certificates: CertificateStore) {
    registry.gauge(
      "latchkey_tls_certificate_expiry_timestamp_seconds", "When the certificate in use ends."
    ) { certificates.expires.timeIntervalSince1970 }
  }
}
