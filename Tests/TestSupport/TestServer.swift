import AsyncHTTPClient
import Composition
import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Logging
import Messaging
import NIOCore
import NIOPosix
import Operations
import Passwords
import ProviderLab
import Server
import ServiceLifecycle
import Settings
import Synchronization
import Tokens

/// A whole development server with its lab for one test. It listens on a loopback port of its own for those that need
/// one; what tests send themselves goes past it, as ``Reach`` says.
public final class TestServer: Sendable {
  /// What stands behind the address.
  public enum Deployment: String, Sendable {
    case one
    /// Two servers on one PostgreSQL, which calls of the API go to in turns.
    case two

    /// Those that there can be on this machine.
    public static let all: [Deployment] = PostgreSQLServer.programs == nil ? [.one] : [.one, .two]
  }

  /// How what a test sends reaches the server.
  public enum Reach: Sendable {
    /// Straight to its responder, whose answer is the same.
    case direct
    /// Over HTTP and a connection: for tests of what becomes of those, of races and of attacks.
    case live
  }

  public struct Options: Sendable {
    public var deployment = Deployment.one
    /// Nil is live for a server behind a proxy, whose listener has a say, and for the attacks of
    /// ``TestServer/attacksOnConnections``. It is direct for all else.
    public var reach: Reach?
    public var acceptsUnsignedCredentials = false
    /// Whether ID tokens and session cookies are made without a signature, and taken so.
    public var unsignedTokens = false
    /// Nil keeps the data in a temporary place that goes with the server.
    public var dataDirectory: DataDirectory?
    /// An installation that exists already; it takes the place of ``dataDirectory``.
    public var installation: Installation?
    public var port: Int?
    public var maximumQueuedPasswords = 64
    /// How often things may be done; nil as `Backend.Options` has it.
    public var limits: AbuseLimits?
    /// Which new passwords are refused because others have them.
    public var compromisedPasswords: CompromisedPasswords?
    public var refusesObviousPasswords = false
    /// The base-2 logarithm of scrypt's N for new hashes. Nil: see ``TestServer/usualMemoryCost(of:)``.
    public var passwordMemoryCost: Int?
    /// For how long a provider's answer is waited for.
    public var providerTimeout = Duration.seconds(10)
    /// For how long a blocking function's answer is waited for.
    public var functionTimeout = Duration.seconds(7)
    /// As `Backend.Options.privateFunctionHosts`.
    public var privateFunctionHosts: Set<String>?
    /// As `Backend.Options.privateProviderHosts`.
    public var privateProviderHosts: Set<String>?
    /// As `Backend.Options.sendsWebhooks`; tests of what is sent have it sent themselves.
    public var sendsWebhooks = false
    /// Runs with the system's time unless it is a fixed one; it can be moved either way.
    public var clock = SettableClock()
    /// False for a server as `latchkey serve` runs it, with the same project but nothing of development; its
    /// lab is not mounted.
    public var isDevelopment = true
    /// As `Backend.Options.delivery`.
    public var delivery: MessageDelivery?
    /// The name server that is asked about senders' domains, as `SystemTextRecords` takes it; nil asks none.
    public var nameServer: String?
    /// The addresses by which browsers reach a server that is not for development; nil is its loopback
    /// address.
    public var origins: [String]?
    /// As `Backend.Options.passkeyProjects`.
    public var passkeyProjects: [String: ProjectID] = [:]
    /// For whom a server that is not for development has a console, once it has an owner.
    public var console: ConsoleConfiguration? = ConsoleConfiguration()
    /// When given, the server listens as one for real users does, behind a proxy on this machine.
    public var proxy: ProxyConfiguration?
    public init() {}

    /// As usual, but ``Reach/live``.
    public static var live: Options {
      var options = Options()
      options.reach = .live
      return options
    }
  }

  /// A server beside the first, on the same database.
  private struct Twin: Sendable {
    let backend: Backend
    let server: LatchkeyServer
    let port: Int
  }

  public let backend: Backend
  public let server: LatchkeyServer
  private let twin: Twin?
  /// The name of the database that two servers share; nil for one server.
  public let database: String?
  private let calls = Atomic(0)
  /// Nil where the database outlives the server.
  private let keys: SigningKeyStock?
  public let lab: ProviderLab
  public let clock: SettableClock
  public let port: Int
  let reach: Reach
  public let log: CapturedLog

  public static let project = ProjectID(rawValue: "example")!

  public var origin: String { "http://127.0.0.1:\(port)" }
  public var service: IdentityService { backend.service }

  /// Where the next call of the API goes.
  var nextOrigin: String {
    guard let twin, calls.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) else { return origin }
    return "http://127.0.0.1:\(twin.port)"
  }

  /// The server that listens on a port, if it is one of these.
  func server(at port: Int) -> LatchkeyServer? {
    if port == self.port { return server }
    return twin.flatMap { $0.port == port ? $0.server : nil }
  }

  /// As ``run(_:from:_:)``, with nothing but the deployment out of the ordinary.
  @discardableResult
  public static func run<Result: Sendable>(
    on deployment: Deployment, from file: String = #fileID,
    _ body: @Sendable @escaping (TestServer) async throws -> Result
  ) async throws -> Result {
    var options = Options()
    options.deployment = deployment
    return try await run(options, from: file, body)
  }

  /// Starts a server, runs the body, stops the server and closes its database.
  ///
  /// - Parameter file: whose tests they are.
  @discardableResult
  public static func run<Result: Sendable>(
    _ options: Options = Options(), from file: String = #fileID,
    _ body: @Sendable @escaping (TestServer) async throws -> Result
  ) async throws -> Result {
    // A test that runs one beside another has its place.
    guard !hasPlace else { return try await TestServer(options, from: file).run(body) }
    return try await places.with {
      try await $hasPlace.withValue(true) { try await TestServer(options, from: file).run(body) }
    }
  }

  private func run<Result: Sendable>(
    _ body: @Sendable @escaping (TestServer) async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ready, signal) = AsyncStream<Void>.makeStream()
      let started = Atomic(0)
      let all = [server] + (twin.map { [$0.server] } ?? [])
      let services = ServiceGroup(
        configuration: .init(
          services: all.map { node in
            node.application(onReady: { _ in
              if started.add(1, ordering: .relaxed).newValue == all.count { signal.yield() }
            })
          },
          logger: Logger(label: "services", factory: { _ in SwiftLogNoOpLogHandler() })))
      group.addTask {
        // Also when it never gets ready, for instance because somebody took the port meanwhile.
        defer { signal.finish() }
        try await services.run()
      }
      guard await ready.contains(where: { true }) else {
        await close()
        try await group.waitForAll()
        throw TestFailure("the server ended before it was ready")
      }
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try await body(self)) } catch { outcome = .failure(error) }
      await services.triggerGracefulShutdown()
      let end: Swift.Result<Void, any Error>
      do { end = .success(try await group.waitForAll()) } catch { end = .failure(error) }
      await close()
      try end.get()
      return try outcome.get()
    }
  }

  /// Has the second server write down what it counted; nothing where there is one alone.
  public func flushTwin() async { _ = try? await twin?.backend.service.activity.flush() }

  private func close() async {
    await twin?.backend.close()
    await backend.close()
    keys?.giveBack()
  }

  /// Attacks on connections, races, times and floods, by their threats.
  private static let attacksOnConnections = [
    "T13", "T14", "T22", "T24", "T31", "T37", "T38", "T39SpellingRace", "T43", "T46", "T52",
  ]
  /// Attacks that race for the hash pool or measure time.
  private static let attacksOnTime = ["T14", "T24", "T37", "T38", "T43"]

  private static func isOneOf(_ attacks: [String], _ file: String) -> Bool {
    attacks.contains { file.hasPrefix("AttackTests/\($0)") }
  }

  /// Returns the cost of a new password hash in the tests of a file, as ``Options/passwordMemoryCost`` has it.
  ///
  /// Where time matters, it is Firebase's cost. All other tests have almost none. A test of another file that depends on
  /// the time of a hash sets the option.
  private static func usualMemoryCost(of file: String) -> Int {
    isOneOf(attacksOnTime, file) ? PasswordHasher.memoryCost : 4
  }

  private init(_ options: Options, from file: String) async throws {
    clock = options.clock
    let needsConnection = options.proxy != nil || Self.isOneOf(Self.attacksOnConnections, file)
    reach = options.reach ?? (needsConnection ? .live : .direct)
    let captured = CapturedLog()
    log = captured
    var logger = Logger(label: "latchkey", factory: { _ in captured.handler() })
    logger.logLevel = .debug
    var backendOptions = Backend.Options(dataDirectory: options.dataDirectory)
    if let installation = options.installation { backendOptions.installation = installation }
    if options.isDevelopment { backendOptions.defaultProject = Self.project }
    backendOptions.acceptsUnsignedCredentials = options.acceptsUnsignedCredentials
    if options.unsignedTokens {
      backendOptions.unsignedTokens = UnsignedTokens(iKnowThatAnyoneCanBeAnyoneAt: .ipv4)
    }
    backendOptions.acceptsEmulatorHashes = options.isDevelopment && options.proxy == nil
    backendOptions.clock = clock
    backendOptions.origins = options.origins ?? []
    backendOptions.passkeyProjects = options.passkeyProjects
    backendOptions.maximumQueuedPasswords = options.maximumQueuedPasswords
    backendOptions.limits = options.limits
    backendOptions.compromisedPasswords = options.compromisedPasswords
    backendOptions.refusesObviousPasswords = options.refusesObviousPasswords
    backendOptions.passwordMemoryCost = options.passwordMemoryCost ?? Self.usualMemoryCost(of: file)
    backendOptions.outgoingLimits.timeout = options.providerTimeout
    backendOptions.functionLimits.timeout = options.functionTimeout
    backendOptions.privateFunctionHosts = options.privateFunctionHosts
    backendOptions.privateProviderHosts = options.privateProviderHosts
    backendOptions.sendsWebhooks = options.sendsWebhooks
    backendOptions.log = logger
    backendOptions.delivery = options.delivery
    backendOptions.textRecords =
      options.nameServer.map { SystemTextRecords(server: $0) } ?? UnaskedTextRecords()
    keys = backendOptions.installation == nil ? SigningKeyStock() : nil
    if let keys { try backendOptions.prepare(with: keys) }
    if options.deployment == .two {
      let (name, installation) = try PostgreSQLServer.shared.get().makeInstallation()
      database = name
      backendOptions.installation = installation
      backendOptions.inbox = DevelopmentInbox()
    } else {
      database = nil
    }
    backend = try await Backend.open(backendOptions)
    port = try options.port ?? Self.freePort()
    var configuration =
      options.isDevelopment
      ? LatchkeyServer.Configuration.development(
        port: port,
        .init(project: Self.project, labKeyFile: options.dataDirectory?.labKeyPath, clock: clock))
      : .init(
        host: "127.0.0.1", port: port, origins: options.origins ?? ["http://127.0.0.1:\(port)"],
        console: options.console)
    if !options.isDevelopment { _ = try await backend.administration.create(Self.project) }
    if let proxy = options.proxy {
      let listen = ListenConfiguration(
        address: "127.0.0.1", port: port, tls: nil, http2: false, strictTransportSecurity: 0,
        limits: .init(), timeouts: .init(drain: .zero))
      configuration.production = .init(listen: listen, proxy: proxy)
    }
    server = try await LatchkeyServer(configuration, backend: backend, log: logger)
    let lab = try server.lab ?? ProviderLab(configuration: .init(baseURL: "http://127.0.0.1:\(port)/lab"))
    self.lab = lab
    guard options.deployment == .two else {
      twin = nil
      return
    }
    // A second development server would take the project's providers to its own lab.
    backendOptions.acceptsEmulatorHashes = false
    let second = try await Backend.open(backendOptions)
    let port = try Self.freePort()
    twin = Twin(
      backend: second,
      server: try await LatchkeyServer(
        .init(host: "127.0.0.1", port: port, origins: ["http://127.0.0.1:\(port)"]), backend: second,
        log: logger),
      port: port)
  }

  /// Many side by side would wait for each other, each with a signing key of its own.
  private static let places = Places(free: 12)
  @TaskLocal private static var hasPlace = false

  /// A port that nothing listens on. Below those that outgoing connections are given, which would take it
  /// before the server does, and never one that was given lately. `TEST_PORTS` bounds them (`10000-19999`), so that two
  /// processes side by side get none in common.
  public static func freePort() throws -> Int {
    for _ in 0..<1_000 {
      let port = ports[nextPort.wrappingAdd(1, ordering: .relaxed).oldValue % ports.count]
      if let channel = try? ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: "127.0.0.1", port: port)
        .wait()
      {
        try? channel.close().wait()
        return port
      }
    }
    throw TestFailure("no free port")
  }

  private static let nextPort = Atomic<Int>(Int.random(in: 0..<20_000))
  private static let ports: [Int] = {
    let bounds = (ProcessInfo.processInfo.environment["TEST_PORTS"] ?? "").split(separator: "-").compactMap {
      Int($0)
    }
    guard bounds.count == 2, bounds[0] < bounds[1] else { return Array(10_000..<30_000) }
    return Array(bounds[0]...bounds[1])
  }()
}

/// Asks nobody: tests must not reach the name servers of this machine.
private struct UnaskedTextRecords: TextRecords {
  func records(at name: String, within time: Duration) async -> TextRecordAnswer { .noAnswer }
}
