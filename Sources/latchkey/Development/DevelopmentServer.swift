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

/// Runs a development server: opens its data, serves requests, and closes its data.
struct DevelopmentServer: Sendable {
  /// The facts about a server that listens.
  struct Listening: Sendable {
    var origin: String
    /// The project's first API key.
    var apiKey: String
  }

  var settings: DevelopmentSettings
  /// Nil to store nothing.
  var installation: Installation?
  var log = Logger(label: "latchkey")
  /// Called for each message that the inbox receives.
  var announce: @Sendable (OutgoingMessage) -> Void = { _ in }
  /// True if SIGINT and SIGTERM stop the server gracefully.
  var stopsOnSignals = true
  /// The time for which unfinished responses may continue during the stop.
  var patience = Duration.seconds(5)
  /// Called before the server listens, when its project exists.
  var fill: @Sendable (Backend) async throws -> Void = { _ in }
  /// Called when the server has stopped, while its data is still open.
  var takeOut: @Sendable (Backend) async throws -> Void = { _ in }

  /// Loads seed data at the start, and exports at the end.
  mutating func follow(_ plan: SeedPlan) {
    let project = settings.project
    fill = { backend in try await plan.load(into: project, of: backend) }
    takeOut = { backend in try await plan.export(project, of: backend) }
  }

  /// Runs the server until the body ends or a signal stops it.
  ///
  /// - Throws: a failure with a sentence; the errors of ``fill``, ``takeOut`` and the body.
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
    // A response without an end must not prevent the server from stopping.
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
      // The service group throws this when the time for a graceful stop is over.
    }
  }

  private var takenPort: CommandFailure {
    let port = "Port \(settings.port) of \(settings.host.rawValue) is in use"
    guard case .file(let place) = settings.portSource else {
      return CommandFailure(.unavailable, "\(port). Choose another one with --port.")
    }
    return CommandFailure(
      .unavailable,
      "\(port), which \(place.text) names. Stop the other program, change the port there, or choose another one with "
        + "--port.")
  }

  /// Runs the body as soon as the server listens, and while the server runs.
  private final class Companion: Service {
    /// Ends when the server listens.
    private let ready: AsyncStream<Void>
    private let body: @Sendable () async throws -> Void
    private let thrown = Mutex<(any Error)?>(nil)

    init(ready: AsyncStream<Void>, _ body: @escaping @Sendable () async throws -> Void) {
      self.ready = ready
      self.body = body
    }

    /// The body's error. The server still stops gracefully.
    var failure: (any Error)? { thrown.withLock(\.self) }

    func run() async {
      for await _ in ready.cancelOnGracefulShutdown() {}
      guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return }
      do { try await body() } catch { thrown.withLock { $0 = error } }
    }
  }

  /// Listeners at additional addresses, which may fail. This machine may lack an address, or another program may use
  /// its port.
  private struct OtherListeners: NamedService {
    let server: LatchkeyServer
    let hosts: [LoopbackHost]
    /// Ends when the server listens at its own address.
    let listens: AsyncStream<Void>
    /// Called when each of these listeners is open or has failed.
    let areSettled: @Sendable () -> Void

    func run() async {
      for await _ in listens.cancelOnGracefulShutdown() {}
      // If the server could not listen, the companion must not begin.
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
