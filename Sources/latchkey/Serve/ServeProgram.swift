import LatchkeyVersion
import Composition
import CoreMetrics
import Foundation
import Identity
import Logging
import Messaging
import Operations
import Server
import ServiceLifecycle
import Settings
import Telemetry
import Tokens

/// A production server from its start to its end.
struct ServeProgram {
  let configuration: ServeConfiguration
  let reload: ReloadSignal
  let log: Logger

  func run() async throws {
    let installation = try Installation(configuration.data)
    let database = DatabaseWait(installation: installation, log: log)
    let isThere: Void? = try await database.retrying { try installation.requireInstallation() }
    guard isThere != nil else { return log.notice("stopped") }
    let lock = try installation.lockForCommand(.server)
    defer { withExtendedLifetime(lock) {} }
    let telemetry = ServerTelemetry()
    if configuration.metrics.isEnabled {
      MetricsSystem.bootstrap(RegistryMetricsFactory(telemetry.registry))
    }
    let options = try backendOptions(installation, telemetry)
    guard let backend = try await database.retrying({ try await Backend.openForCommand(options) }) else {
      return log.notice("stopped")
    }
    warnOfClock(backend)
    do {
      if !EarlyStop.isAsked { try await serve(backend, telemetry) }
    } catch {
      await backend.close()
      throw error
    }
    await backend.close(sealing: true)
    log.notice("stopped")
  }

  private func backendOptions(
    _ installation: Installation, _ telemetry: ServerTelemetry
  ) throws(CommandFailure) -> Backend.Options {
    var options = Backend.Options(installation)
    options.origins = configuration.origins
    options.passkeyProjects = configuration.passkeyProjects.compactMapValues { ProjectID(rawValue: $0) }
    options.delivery = try ConfiguredMessages(configuration: configuration).delivery()
    options.compromisedPasswords = try ConfiguredPasswords(configuration: configuration.passwords)
      .compromised()
    options.refusesObviousPasswords = true
    options.limits = AbuseLimits(configuration.abuse)
    options.auditRetention = configuration.audit.retention?.components.seconds
    options.auditWebhook = try ConfiguredAudit(configuration: configuration.audit).webhook()
    options.activityRetention = ActivityRetention(
      hours: configuration.activity.hourlyRetention.components.seconds,
      days: configuration.activity.retention?.components.seconds)
    options.backups = configuration.backup.map {
      ScheduledBackups.Settings(
        schedule: $0.schedule, directory: BackupDirectory(path: $0.directory),
        retention: $0.retention?.components.seconds)
    }
    options.telemetry = telemetry
    options.maximumQueuedPasswords = configuration.limits.queuedPasswords
    options.outgoingLimits.timeout = configuration.limits.providerTimeout
    options.privateProviderHosts = configuration.providers.privateHosts
    options.providerAuthorities = try ConfiguredProviders(configuration: configuration.providers)
      .authorities()
    options.privateFunctionHosts = configuration.functions.privateHosts
    options.log = log
    return options
  }

  /// Warns of a clock that is behind: its tokens expire early or have already expired.
  private func warnOfClock(_ backend: Backend) {
    let now = backend.service.clock.now()
    guard let made = backend.service.keyRing.creationAhead(of: now) else { return }
    log.warning(
      "the machine's clock is behind the signing keys: tokens would be refused. Set the clock",
      metadata: [
        "now": .string(now.date.formatted(.iso8601)), "key_made": .string(made.date.formatted(.iso8601)),
      ])
  }

  private func serve(_ backend: Backend, _ telemetry: ServerTelemetry) async throws {
    let listen = configuration.listen
    let certificates: CertificateStore?
    do {
      certificates = try listen.tls.map { tls throws(CertificateStore.Failure) in
        try CertificateStore(tls, offersHTTP2: listen.http2)
      }
    } catch {
      throw CommandFailure(.configuration, "The certificate cannot be used: \(error).")
    }
    let metrics = configuration.metrics
    let server = try await LatchkeyServer(
      .init(
        host: listen.address, port: listen.port, origins: configuration.origins,
        production: .init(
          listen: listen, proxy: configuration.proxy, certificates: certificates, telemetry: telemetry,
          metricsOnMainListener: metrics.isEnabled && metrics.onMainListener),
        console: configuration.console),
      backend: backend, log: log)
    let watch =
      metrics.isEnabled && !metrics.onMainListener
      ? ServeServices.Watch(address: metrics.address, port: metrics.port) : nil
    let known = Set(try await backend.projects.all().map(\.id.rawValue))
    for project in configuration.audit.webhook?.projects ?? [] where !known.contains(project) {
      log.warning(
        "audit.webhook.projects names a project that does not exist", metadata: ["project": .string(project)])
    }
    for project in configuration.passkeyProjects.values.sorted() where !known.contains(project) {
      log.warning(
        "passkeyProjects names a project that does not exist", metadata: ["project": .string(project)])
    }
    let projects = known.count
    if projects == 0 {
      log.warning("there is no project: every API key is refused until a project is created")
    }
    guard let services = ServeServices(server, watch: watch, reload: reload, log: log) else { return }
    var quiet = Logger(label: "latchkey.lifecycle")
    quiet.logLevel = .critical
    var lifecycle = ServiceGroupConfiguration(
      services: [EarlyStop.Relay()]
        + services.services { port in started(port, watch, projects, backend.signingMethod) },
      gracefulShutdownSignals: [.sigint, .sigterm], logger: quiet)
    lifecycle.maximumGracefulShutdownDuration = listen.timeouts.drain + listen.timeouts.shutdown
    do {
      try await ServiceGroup(configuration: lifecycle).run()
    } catch let failure as ListenFailure {
      throw CommandFailure(failure)
    } catch is CancellationError {
      // The service group throws this at the end of the time for a stop.
      log.warning("the stop cut off requests that were still running")
    }
  }

  private func started(
    _ port: Int, _ watch: ServeServices.Watch?, _ projects: Int, _ signing: SigningMethod
  ) {
    let listen = configuration.listen
    log.notice(
      "started",
      metadata: [
        "version": .string(Release.version), "address": .string(listen.address),
        "port": .stringConvertible(port), "tls": .stringConvertible(listen.tls != nil),
        "http2": .stringConvertible(listen.tls != nil && listen.http2),
        "origin": .string(configuration.origins.first ?? ""),
        "data": .string(configuration.data.postgreSQL?.name ?? configuration.data.directory),
        "projects": .stringConvertible(projects), "signer": .string(signing.name),
        "mail": .stringConvertible(configuration.mail != nil),
        "sms": .stringConvertible(configuration.sms != nil),
        "backups": .string(configuration.backup?.directory ?? "off"),
        "audit_webhook": .stringConvertible(configuration.audit.webhook != nil),
        "metrics": .string(
          watch.map { "http://\($0.address):\($0.port)/metrics" }
            ?? (configuration.metrics.isEnabled ? "/metrics" : "off")),
      ])
  }
}

extension CommandFailure {
  fileprivate init(_ failure: ListenFailure) {
    let place = "\(failure.address) port \(failure.port)"
    switch failure.errorNumber {
    case EADDRINUSE: self.init(.unavailable, "The server cannot listen on \(place): another program does.")
    case EACCES:
      self.init(
        .unavailable,
        "The server may not listen on \(place). Ports below 1024 need the capability CAP_NET_BIND_SERVICE, which "
          + "the systemd unit gives.")
    default:
      self.init(
        .unavailable,
        "The server cannot listen on \(place): \(String(cString: strerror(failure.errorNumber))).")
    }
  }
}
