import Composition
import Foundation
import Identity
import Logging
import Messaging
import NIOCore
import Operations
import Server
import ServiceLifecycle
import Synchronization
import Tokens

/// A development server from the opening of its data to their closing.
struct DevelopmentServer: Sendable {
  /// What is known of it once it listens.
  struct Listening: Sendable {
    var origin: String
    /// The project's first.
    var apiKey: String
  }

  var settings: DevelopmentSettings
  /// Nil keeps nothing.
  var installation: Installation?
  var log = Logger(label: "latchkey")
  /// Called for each message that the inbox receives.
  var announce: @Sendable (OutgoingMessage) -> Void = { _ in }
  /// Whether SIGINT and SIGTERM stop it in order.
  var stopsOnSignals = true
  /// For how long answers that have not ended may go on then.
  var patience = Duration.seconds(5)
  /// Called before it listens, when its project is there.
  var fill: @Sendable (Backend) async throws -> Void = { _ in }
  /// Called when it has stopped, while its data are still open.
  var takeOut: @Sendable (Backend) async throws -> Void = { _ in }

  /// Begins with seed data, and exports at the end.
  mutating func follow(_ plan: SeedPlan) {
    let project = settings.project
    fill = { backend in try await plan.load(into: project, of: backend) }
    takeOut = { backend in try await plan.export(project, of: backend) }
  }

  /// Listens for as long as the body runs, or until a signal says to stop.
  ///
  /// - Throws: what went wrong, as a sentence; what ``fill``, ``takeOut`` and the body throw.
  func run(_ body: @escaping @Sendable (Listening) async throws -> Void) async throws {
    let clock = SettableClock()
    var options = Backend.Options(installation)
    options.defaultProject = settings.project
    options.acceptsUnsignedCredentials = settings.acceptsUnsignedCredentials
    options.acceptsEmulatorHashes = true
    if settings.idTokens == .unsigned {
      options.unsignedTokens = UnsignedTokens(iKnowThatAnyoneCanBeAnyoneAt: settings.host)
    }
    options.clock = clock
    options.announce = announce
    options.log = log
    let backend = try await Backend.openForCommand(options)
    do {
      try await serve(
        LatchkeyServer.Development(
          project: settings.project, labKeyFile: installation?.directory.labKeyPath, clock: clock),
        backend: backend, body)
      try await takeOut(backend)
    } catch {
      await backend.close()
      throw error
    }
    await backend.close(sealing: true)
  }

  private func serve(
    _ development: LatchkeyServer.Development, backend: Backend,
    _ body: @escaping @Sendable (Listening) async throws -> Void
  ) async throws {
    let configuration = LatchkeyServer.Configuration.development(
      host: settings.host, port: settings.port, otherOrigins: settings.origins, development)
    let server: LatchkeyServer
    let listening: Listening
    do {
      server = try await LatchkeyServer(configuration, backend: backend, log: log)
      let known = try await backend.projects.project(development.project)
      listening = Listening(origin: configuration.origins[0], apiKey: known?.apiKeys.first ?? "")
    } catch {
      throw CommandFailure(opening: installation, error)
    }
    try await fill(backend)
    let (listens, first) = AsyncStream<Void>.makeStream()
    let (ready, all) = AsyncStream<Void>.makeStream()
    let others = OtherListeners(
      server: server, hosts: settings.otherHosts, listens: listens, areSettled: { all.finish() })
    let companion = Companion(ready: ready) { try await body(listening) }
    var quiet = Logger(label: "latchkey.lifecycle")
    quiet.logLevel = .critical
    var lifecycle = ServiceGroupConfiguration(
      services: [
        .init(service: server.application { _ in first.finish() }),
        .init(service: others, successTerminationBehavior: .ignore),
        .init(service: companion, successTerminationBehavior: .gracefullyShutdownGroup),
      ],
      gracefulShutdownSignals: stopsOnSignals ? [.sigint, .sigterm] : [], logger: quiet)
    // An answer that never ends must not keep the server from stopping.
    lifecycle.maximumGracefulShutdownDuration = patience
    do {
      try await ServiceGroup(configuration: lifecycle).run()
      if let failure = companion.failure { throw failure }
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw takenPort
    } catch let error as IOError {
      throw CommandFailure(
        .unavailable,
        "The server cannot listen on \(settings.host.rawValue) port \(settings.port): "
          + "\(String(cString: strerror(error.errnoCode))).")
    } catch is CancellationError {
      // What the group does when its patience is at an end.
    }
  }

  private var takenPort: CommandFailure {
    let port = "Port \(settings.port) of \(settings.host.rawValue) is taken"
    guard case .file(let place) = settings.portSource else {
      return CommandFailure(.unavailable, "\(port). Choose another one with --port.")
    }
    return CommandFailure(
      .unavailable,
      "\(port), which \(place.text) names. Stop the other program, change the port there, or choose another one with "
        + "--port.")
  }

  /// What runs beside the server once that listens.
  private final class Companion: Service {
    /// Ends when it does.
    private let ready: AsyncStream<Void>
    private let body: @Sendable () async throws -> Void
    private let thrown = Mutex<(any Error)?>(nil)

    init(ready: AsyncStream<Void>, _ body: @escaping @Sendable () async throws -> Void) {
      self.ready = ready
      self.body = body
    }

    /// What the body threw. The server stops in order all the same.
    var failure: (any Error)? { thrown.withLock(\.self) }

    func run() async {
      for await _ in ready.cancelOnGracefulShutdown() {}
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      do { try await body() } catch { thrown.withLock { $0 = error } }
    }
  }

  /// Listeners that the server can do without: the machine may have no such address, or another program its port.
  private struct OtherListeners: NamedService {
    let server: LatchkeyServer
    let hosts: [LoopbackHost]
    /// Ends when the server listens at its own address.
    let listens: AsyncStream<Void>
    /// Called when each of these listens, too, or cannot.
    let areSettled: @Sendable () -> Void

    func run() async {
      for await _ in listens.cancelOnGracefulShutdown() {}
      // A server that could not listen must not let the companion begin.
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      guard !hosts.isEmpty else { return areSettled() }
      let (settled, one) = AsyncStream<Void>.makeStream()
      await withTaskGroup(of: Void.self) { group in
        for host in hosts {
          group.addTask {
            try? await server.listener(at: host) { _ in one.yield() }.run()
            one.yield()
          }
        }
        var left = hosts.count
        for await _ in settled {
          left -= 1
          if left == 0 { break }
        }
        if left == 0 { areSettled() }
      }
    }
  }
}
