import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Settings
import Synchronization
import Telemetry

/// A listener could not be opened.
public struct ListenFailure: Error, Sendable {
  public var address: String
  public var port: Int
  /// The system's error number.
  public var errorNumber: Int32
}

/// The services of a production server, in the order in which they start. They stop in reverse order: first, `/readyz`
/// reports that the server is not ready. Then, no new connections are accepted and running requests finish. Monitoring
/// works until the end.
public struct ServeServices: Sendable {
  /// A separate listener for monitoring.
  public struct Watch: Sendable {
    public var address: String
    public var port: Int

    public init(address: String, port: Int) {
      self.address = address
      self.port = port
    }
  }

  private let server: LatchkeyServer
  private let production: LatchkeyServer.Production
  private let watch: Watch?
  private let reload: ReloadSignal?
  private let log: Logger

  /// - Parameters:
  ///   - watch: the listener for `/metrics`, `/healthz` and `/readyz`. Nil uses the main listener.
  ///   - reload: requests a new certificate. A server without TLS may catch this signal, too.
  public init?(_ server: LatchkeyServer, watch: Watch?, reload: ReloadSignal? = nil, log: Logger) {
    guard let production = server.configuration.production else { return nil }
    self.server = server
    self.production = production
    self.watch = watch
    self.reload = reload
    self.log = log
  }

  /// - Parameter onReady: called with the port of the main listener when all listeners are open.
  public func services(onReady: @escaping @Sendable (Int) async -> Void) -> [any Service] {
    var services: [any Service] = []
    let listeners = Listeners(count: watch == nil ? 1 : 2, onReady: onReady)
    if let watch {
      services.append(
        Listening(
          service: watchApplication(watch) { await listeners.isListening(mainPort: nil) },
          address: watch.address, port: watch.port))
    }
    let configuration = server.configuration
    services.append(
      Listening(
        service: server.application { port in await listeners.isListening(mainPort: port) },
        address: configuration.host, port: configuration.port))
    if let certificates = production.certificates { production.telemetry.watch(certificates) }
    // If a service ends early, the service group treats that as a failure.
    if production.certificates != nil || reload != nil {
      services.append(
        CertificateReloader(
          certificates: production.certificates,
          interval: production.listen.tls?.reloadInterval ?? .seconds(3_600), signal: reload, log: log))
    }
    services.append(
      Drain(readiness: server.readiness, duration: production.listen.timeouts.drain, log: log))
    return services
  }

  private func watchApplication(
    _ watch: Watch, onReady: @escaping @Sendable () async -> Void
  ) -> some ApplicationProtocol {
    let router = Router(context: BasicRequestContext.self)
    let names = server.configuration.origins.compactMap { URL(string: $0)?.host() }
    router.add(middleware: MonitoringHostCheck(names: Set(names.map { $0.lowercased() })))
    HealthRoutes(readiness: server.readiness, metrics: server.metricsPage(production)).add(to: router)
    // Limited like the main listener. Monitoring needs few connections.
    var listen = production.listen
    listen.limits.connections = 64
    listen.limits.connectionsPerAddress = 64
    let limiter = ConnectionLimiter(listen.limits, trusted: [])
    return Application(
      responder: StreamSafeResponder(router.buildResponder()),
      server: HTTPServerBuilder { [listen] responder in
        DroppableChannel(ListenerChannel(listen, limiter: limiter, certificates: nil, responder: responder))
      },
      configuration: .init(address: .hostname(watch.address, port: watch.port), serverName: "Latchkey"),
      onServerRunning: { _ in await onReady() }, logger: log)
  }

  /// Waits until all listeners, including the main one, are open.
  private final class Listeners: Sendable {
    private let state: Mutex<(missing: Int, port: Int?)>
    private let onReady: @Sendable (Int) async -> Void

    init(count: Int, onReady: @escaping @Sendable (Int) async -> Void) {
      state = Mutex((count, nil))
      self.onReady = onReady
    }

    func isListening(mainPort: Int?) async {
      let port: Int? = state.withLock { state in
        state.missing -= 1
        state.port = state.port ?? mainPort
        return state.missing == 0 ? state.port : nil
      }
      if let port { await onReady(port) }
    }
  }

  /// Reports which listener could not be opened.
  private struct Listening<Base: Service>: NamedService {
    let service: Base
    let address: String
    let port: Int

    var description: String { "Listening(\(address):\(port))" }

    func run() async throws {
      do {
        try await service.run()
      } catch let error as IOError {
        throw ListenFailure(address: address, port: port, errorNumber: error.errnoCode)
      }
    }
  }

  /// Waits, so that load balancers notice that they should send no more requests.
  private struct Drain: NamedService {
    let readiness: Readiness
    let duration: Duration
    let log: Logger

    func run() async throws {
      try? await gracefulShutdown()
      readiness.stop()
      log.notice("stopping")
      try? await Task.sleep(for: duration)
    }
  }
}
