import Foundation
import Identity
import Messaging
import Operations
import Telemetry
import Tokens
import WorkPool

/// The server's metrics. Label values come from fixed lists, never from a request.
public struct ServerTelemetry: Sendable {
  public let registry: MetricsRegistry
  package let requests: MetricCounter
  package let requestDuration: MetricHistogram
  package let requestsInFlight: MetricGauge
  package let connectionsRefused: MetricCounter
  package let streamsRefused: MetricCounter
  /// Sign-ins by provider and outcome.
  package let signIns: MetricCounter
  package let auditEventsLost: MetricCounter
  package let auditRecordsSealed: MetricCounter
  package let auditUnsealedAge: MetricGauge
  package let auditChainsStuck: MetricGauge
  /// Deliveries by outcome: `delivered`, `refused`, `turned_off`.
  package let webhooks: MetricCounter
  /// Copies by outcome: `success`, `failure`.
  package let backups: MetricCounter
  /// Checks by action, provider, mode and outcome.
  package let captchas: MetricCounter
  package let signing: MetricHistogram
  package let signatureBatch: MetricHistogram
  package let signatureFaults: MetricCounter
  package let database: MetricHistogram
  /// Events by channel and outcome.
  package let outbox: MetricCounter

  public init(registry: MetricsRegistry = MetricsRegistry()) {
    self.registry = registry
    requests = registry.counter(
      "latchkey_http_requests_total", "Requests that were answered.", labels: ["route", "method", "status"])
    requestDuration = registry.histogram(
      "latchkey_http_request_duration_seconds",
      "Time from a request's headers to the beginning of its answer.",
      labels: ["route"], maximumSeries: 300)
    requestsInFlight = registry.gauge(
      "latchkey_http_requests_in_flight", "Requests that wait for their answer.")
    connectionsRefused = registry.counter(
      "latchkey_http_connections_refused_total",
      "Connections that were refused, by the limit that they exceeded.",
      labels: ["reason"])
    streamsRefused = registry.counter(
      "latchkey_http_streams_refused_total",
      "HTTP/2 streams that were refused, by the limit that they exceeded.",
      labels: ["reason"])
    signIns = registry.counter(
      "latchkey_sign_ins_total", "Sign-ins by kind of credential and outcome.",
      labels: ["provider", "outcome"], maximumSeries: 500)
    auditEventsLost = registry.counter(
      "latchkey_audit_events_lost_total",
      "Audit events that were deleted before the webhook accepted them.")
    auditRecordsSealed = registry.counter(
      "latchkey_audit_records_sealed_total", "Audit records that this server chained.")
    auditUnsealedAge = registry.gauge(
      "latchkey_audit_unsealed_age_seconds",
      "Age of the oldest audit record that is in no chain yet.")
    auditChainsStuck = registry.gauge(
      "latchkey_audit_chains_stuck", "Chains of the audit log that accept no records, while others do.")
    webhooks = registry.counter(
      "latchkey_webhook_messages_total",
      "Messages to projects' webhooks that were delivered or refused, and webhooks that were turned off for it.",
      labels: ["outcome"])
    // A series must exist before its first event: Prometheus's `rate` misses an event that creates the series.
    for outcome in ["delivered", "refused", "turned_off"] { webhooks.add(0, outcome) }
    backups = registry.counter(
      "latchkey_backups_total", "Copies of the database that were made and checked, and tries that failed.",
      labels: ["outcome"])
    captchas = registry.counter(
      "latchkey_captcha_checks_total",
      "Requests that needed a captcha, by the outcome of the check.",
      labels: ["action", "provider", "mode", "outcome"])
    signing = registry.histogram(
      "latchkey_token_signing_seconds", "Time for a token's signature, waiting included.",
      buckets: MetricHistogram.momentBuckets)
    signatureBatch = registry.histogram(
      "latchkey_signature_batch_size",
      "RS256 signatures that were made together, at most eight; empty if they are made one at a time.",
      buckets: (1...8).map(Double.init))
    signatureFaults = registry.counter(
      "latchkey_signature_faults_total", "Signatures that were wrong and were made again.")
    database = registry.histogram(
      "latchkey_database_seconds", "Time for one call of the database, waiting included.", labels: ["kind"],
      buckets: MetricHistogram.momentBuckets)
    outbox = registry.counter(
      "latchkey_outbox_total",
      "Messages and revocations by channel and outcome; deferred and troubled count attempts.",
      labels: ["channel", "outcome"])
    // Creates these series before their first event, too.
    for channel in OutboxEntry.Channel.allCases {
      for outcome in OutboxEvent.Outcome.allCases { outbox.add(0, channel.rawValue, outcome.rawValue) }
    }
    Self.addProcess(to: registry)
  }

  /// Adds the metrics of a server that copies its database.
  package func watch(_ backups: ScheduledBackups) {
    registry.gauge(
      "latchkey_backup_interval_seconds", "From one copy of the database to the next, by the schedule."
    ).set(Double(backups.settings.schedule.interval))
    registry.gauge(
      "latchkey_backup_last_success_timestamp_seconds",
      "When the last good copy was begun; 0 where there is none."
    ) { Double(backups.newest?.at.seconds ?? 0) }
    registry.gauge("latchkey_backup_last_size_bytes", "How large the last good copy is.") {
      backups.newest.map { Double($0.bytes) }
    }
    registry.gauge(
      "latchkey_backup_last_duration_seconds", "For making and checking the last good copy."
    ) { backups.newest.flatMap(\.seconds) }
    for outcome in ["success", "failure"] { self.backups.add(0, outcome) }
  }

  package func watch(_ passwords: WorkPool) {
    registry.gauge("latchkey_password_queue_depth", "Passwords that wait to be hashed.") {
      Double(passwords.queued)
    }
  }

  package func watch(_ signer: any ThreadedSigner, _ method: SigningMethod) {
    registry.gauge("latchkey_signing_queue_depth", "Tokens that wait for their signature.") {
      Double(signer.queued)
    }
    registry.gauge(
      "latchkey_token_signer_info", "How RS256 signatures are made: crypto_mb makes eight at a time.",
      labels: ["signer"]
    ).set(1, method.name)
  }

  /// Adds the metrics of the process, with the names that Prometheus' own libraries use.
  private static func addProcess(to registry: MetricsRegistry) {
    let start = Date().timeIntervalSince1970
    registry.gauge("process_start_time_seconds", "When the process began.") { start }
    registry.gauge("process_resident_memory_bytes", "Memory in use.") {
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
      let fields = text.split(separator: " ")
      return fields.count > 1 ? Double(fields[1]).map { $0 * Double(getpagesize()) } : nil
    }
    registry.gauge("process_open_fds", "Open files and connections.") {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }
  }
}
