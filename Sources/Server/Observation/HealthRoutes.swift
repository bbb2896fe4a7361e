import HTTPTypes
import Hummingbird
import IdentityWire
import NIOCore
import Telemetry

/// The routes for monitoring: `/healthz`, `/readyz` and `/metrics`.
struct HealthRoutes: Sendable {
  let readiness: Readiness
  /// Nil if there is no `/metrics`.
  let metrics: MetricsPage?

  func add(to router: Router<some RequestContext>) {
    router.get("/healthz") { _, _ in
      APIResponse.response(.ok, Array(#"{"status":"ok"}"#.utf8))
    }
    router.get("/readyz") { _, _ in
      let report = await readiness.report()
      let checks = report.checks.mapValues { JSONValue.string($0 ? "ok" : "failed") }
      let body: JSONValue = [
        "status": .string(report.isReady ? "ok" : "unavailable"), "checks": .object(checks),
      ]
      return APIResponse.response(
        report.isReady ? .ok : .serviceUnavailable, Array(JSONWriter.text(body).utf8))
    }
    guard let metrics else { return }
    router.get("/metrics") { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: MetricsRegistry.contentType, .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(string: await metrics.text())))
    }
  }
}
