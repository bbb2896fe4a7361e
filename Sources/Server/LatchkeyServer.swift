import Composition
import Console
import Foundation
import Hummingbird
import HummingbirdCore
import Identity
import Logging
import NIOCore
import Operations
import ProviderLab
import ServiceLifecycle
import Settings
import WebPages

/// The server program: the routes of a ``Backend``.
public struct LatchkeyServer: Sendable {
  /// The server's name in responses.
  static let name = "Latchkey"

  /// The settings that only a development server has.
  public struct Development: Sendable {
    public var project: ProjectID
    /// The file with the lab's keys, with which its tokens stay valid after a restart. If nil, the keys are only in
    /// memory.
    public var labKeyFile: String?
    /// The clock that `/emulator/v1/clock` sets. Nil if there is no such route.
    public var clock: SettableClock?

    public init(project: ProjectID, labKeyFile: String? = nil, clock: SettableClock? = nil) {
      self.project = project
      self.labKeyFile = labKeyFile
      self.clock = clock
    }
  }

  public struct Configuration: Sendable {
    public var host: String
    /// 0 selects a free port. Tests choose a port themselves, because the origins must be known before the start.
    public var port: Int
    /// The origins at which browsers reach the server. The first is the canonical one.
    public var origins: [String]
    public var development: Development?
    /// The settings that only a server for real users has; nil for development and tests.
    public var production: Production?
    /// The console's settings on a server for real users. Nil if it has no console. A development server always has a
    /// console.
    public var console: ConsoleConfiguration?

    /// The configuration of a development server on a loopback address.
    ///
    /// - Parameter otherOrigins: the origins at which browsers reach the server through a proxy on this machine.
    public static func development(
      host: LoopbackHost = .ipv4, port: Int, otherOrigins: [String] = [], _ development: Development
    ) -> Configuration {
      let hosts = [host] + [.ipv4, .name, .ipv6].filter { $0 != host }
      let names = hosts.map(\.inAuthority)
      return Configuration(
        host: host.rawValue, port: port, origins: names.map { "http://\($0):\(port)" } + otherOrigins,
        development: development)
    }

    /// True if the text is an origin of this machine as browsers write it, such as
    /// `https://auth.localhost:8443`.
    public static func isDevelopmentOrigin(_ text: String) -> Bool {
      guard let url = ReturnPolicy.webURL(text), ReturnPolicy.origin(of: url) == text else { return false }
      return LoopbackOnlyMiddleware.isLoopback(origin: text)
    }

    public init(
      host: String, port: Int, origins: [String], development: Development? = nil,
      production: Production? = nil, console: ConsoleConfiguration? = nil
    ) {
      self.host = host
      self.port = port
      self.origins = origins
      self.development = development
      self.production = production
      self.console = console
    }
  }

  /// The backend accepts unsigned credentials, but the server is not a development server, or the backend was opened
  /// for another address.
  public struct UnsignedOutsideDevelopment: Error, CustomStringConvertible {
    public var description: String {
      "only a development server on its loopback address accepts unsigned credentials"
    }
  }

  public let configuration: Configuration
  public let backend: Backend
  public let lab: ProviderLab?
  /// Tells load balancers whether the server can process requests.
  public let readiness: Readiness
  private let responder: StreamSafeResponder<RouterResponder<ServerContext>>
  private let log: Logger

  /// Prepares the routes, and creates the project of a development server.
  ///
  /// - Throws: ``UnsignedOutsideDevelopment``; any error of preparing the project.
  public init(_ configuration: Configuration, backend: Backend, log: Logger) async throws {
    try Self.requireDevelopment(configuration, of: backend)
    self.configuration = configuration
    self.backend = backend
    self.log = log
    let pages = PageRenderer()
    let service = backend.service
    let production = configuration.production
    readiness = Readiness(service: service)
    let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
    if let production {
      router.add(middleware: RequestObservation(proxy: production.proxy, telemetry: production.telemetry))
      router.add(
        middleware: SecurityHeaders(strictTransportSecurity: production.listen.strictTransportSecurity))
    }
    // Browsers hide a response from a page, even an error, if the response does not allow the page's origin.
    router.add(middleware: CrossOriginMiddleware())
    router.add(middleware: ErrorMiddleware())
    if let production { router.add(middleware: BodyLimit(maximumBytes: production.listen.limits.bodyBytes)) }
    if configuration.development != nil { router.add(middleware: LoopbackOnlyMiddleware()) }

    let links = ActionLinks(
      origins: configuration.origins, isDevelopment: configuration.development != nil)
    let callers = CallerResolver(
      projects: backend.projects, administrators: AdministratorAuthentication(service: service),
      acceptsOwner: configuration.development != nil, links: links)
    let bodies = BodyBudget()
    let operations = OperationRouter(
      router: router, callers: callers, service: service, bodies: bodies, telemetry: production?.telemetry)
    AccountRoutes(service: service, origins: configuration.origins).add(to: operations)
    MailRoutes(service: service).add(to: operations)
    ConfigurationRoutes(service: service).add(to: operations)
    UnimplementedRoutes().add(to: router)
    BulkRoutes(service: service).add(to: operations)
    ConfigRoutes(administration: backend.administration, log: log).add(to: operations)
    TenantRoutes(administration: backend.administration).add(to: operations)
    ProviderConfigRoutes(administration: backend.administration).add(to: operations)
    WebhookRoutes(webhooks: backend.webhooks).add(to: operations)
    RulesTestRoutes().add(to: operations)
    TokenRoutes(service: service).add(to: operations)
    AccessTokenRoutes(service: service, origins: configuration.origins, bodies: bodies, log: log)
      .add(to: router)
    PhoneRoutes(service: service).add(to: operations)
    MultiFactorRoutes(service: service).add(to: operations)
    PasskeyRoutes(service: service, administration: backend.administration).add(to: operations)
    CaptchaRoutes(service: service, administration: backend.administration).add(to: operations)
    DeliveryRoutes(administration: backend.administration).add(to: operations)
    KeyDocumentRoutes(service: service, origins: configuration.origins).add(to: router)
    let origins = ServerOrigins(all: configuration.origins)
    func addSignInPages(under prefix: String, handler path: String) {
      let handler = HandlerRoutes(
        service: service, pages: pages, origins: origins, links: links, path: path, bodies: bodies)
      handler.add(to: router)
      if prefix == "/__" { SAMLRoutes(handler: handler).add(to: router) }
      AuthFrameRoutes(service: service, pages: pages, links: links, path: prefix + "/auth/iframe")
        .add(to: router)
    }
    addSignInPages(under: "/__", handler: RedirectAddress.pagePath)
    let actions = ActionRoutes(service: service, pages: pages, links: links)
    actions.add(to: router, path: .init(ActionLinks.path))
    FactorEnrolmentRoutes(actions: actions).add(to: router)
    AppLinkRoutes(pages: pages, links: links).add(to: router)
    LogoRoutes(projects: backend.projects).add(to: router)
    AssociationRoutes(sites: AssociatedSites(projects: backend.projects, links: links)).add(to: router)
    router.get("/__/auth/gapi.js") { _, _ in PageResponse.asset(PageAsset.gapi) }
    ClientConfigurationRoutes(projects: backend.projects, origins: origins).add(to: router)
    ClientScriptRoutes().add(to: router)
    router.get("/__/auth/assets/{file}") { _, context in
      guard let asset = PageAsset.all[try context.parameters.require("file")] else {
        throw HTTPError(.notFound)
      }
      return PageResponse.asset(asset)
    }
    // Browsers ask for this icon if a page or document names none.
    router.get("/favicon.ico") { _, _ in PageResponse.asset(PageAsset.icon) }
    HealthRoutes(
      readiness: readiness,
      metrics: production.flatMap { [readiness] in
        $0.metricsOnMainListener ? Self.metricsPage($0, readiness, backend) : nil
      }
    ).add(to: router)

    if configuration.development == nil, let console = configuration.console, console.isEnabled {
      Console.serving(ConsoleDomain(backend, configuration, readiness), isAllowed: console.allows)
        .addRoutes(
          to: router)
    }

    var lab: ProviderLab?
    if let development = configuration.development, let origin = configuration.origins.first {
      addSignInPages(under: "/emulator", handler: RedirectAddress.emulatorPagePath)
      let made = try ProviderLab(
        configuration: .init(
          baseURL: origin + pages.paths.lab, keyFile: development.labKeyFile,
          links: pages.paths.all.filter { $0.path != pages.paths.lab }.map {
            .init(title: $0.title, address: $0.path)
          },
          now: { service.clock.now().date }))
      made.addRoutes(to: router)
      lab = made
      Console.development(ConsoleDomain(backend, configuration, readiness)).addRoutes(to: router)
      EmulatorActionRoutes(actions: actions).add(to: router)
      EmulatorControlRoutes(service: service, clock: development.clock).add(to: router)
      EmulatorMessageRoutes(service: service, inbox: backend.inbox).add(to: router)
      DevelopmentRoutes(
        service: service, inbox: backend.inbox, pages: pages, origin: origin, host: configuration.host,
        port: configuration.port, project: development.project
      ).add(to: router)
      try await DevelopmentProject(
        id: development.project, lab: made, administration: backend.administration,
        projects: backend.projects
      ).prepare()
    }
    self.lab = lab
    responder = StreamSafeResponder(router.buildResponder())
  }

  private static func requireDevelopment(_ configuration: Configuration, of backend: Backend) throws {
    let isDevelopment = configuration.development != nil && configuration.production == nil
    guard
      isDevelopment
        || !backend.service.acceptsUnsignedCredentials && !backend.service.acceptsEmulatorHashes,
      backend.unsignedTokens.map({ isDevelopment && $0.host.rawValue == configuration.host }) ?? true
    else { throw UnsignedOutsideDevelopment() }
  }

  /// The application, to run as a service or in a test.
  public func application(onReady: @escaping @Sendable (Int) async -> Void = { _ in })
    -> some ApplicationProtocol
  {
    Application(
      responder: responder, server: serverBuilder,
      configuration: .init(
        address: .hostname(configuration.host, port: configuration.port), serverName: Self.name),
      services: [
        backend.expirySweeper(log), backend.activityFlusher(log), backend.samlMetadataRefresher(log),
        AuditSealer(backend: backend, log: log),
        AnonymousAccountCleaner(backend: backend, log: log),
      ]
        + [backend.outbox, backend.revocations].compactMap(\.self)
        + backend.auditWebhookService(log) + backend.webhookService(log) + backend.storeChangeListener()
        + backend.backupService(log),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? configuration.port) },
      logger: log)
  }

  /// A listener at a loopback address, without the services. A development server has it in addition to
  /// ``application(onReady:)``, because a client may resolve `localhost` to this address.
  ///
  /// - Parameter onReady: called with the port.
  public func listener(at host: LoopbackHost, onReady: @escaping @Sendable (Int) async -> Void)
    -> some Service
  {
    var quiet = log
    quiet.logLevel = .critical
    return Application(
      responder: responder, server: .droppableHTTP1,
      configuration: .init(
        address: .hostname(host.rawValue, port: configuration.port), serverName: Self.name),
      onServerRunning: { channel in await onReady(channel.localAddress?.port ?? configuration.port) },
      logger: quiet)
  }

  /// Responds to a request as ``application(onReady:)`` does, but without a listener. For tests.
  ///
  /// - Parameter channel: its address is the client's. Nothing is sent over it.
  package func respond(to request: Request, over channel: any Channel) async throws -> Response {
    var log = log
    log[metadataKey: "hb.request.id"] = "\(RequestID())"
    var response = try await responder.respond(
      to: request, context: ServerContext(source: .init(channel: channel, logger: log)))
    response.headers[.server] = Self.name
    return response
  }

  func metricsPage(_ production: Production) -> MetricsPage {
    Self.metricsPage(production, readiness, backend)
  }

  private static func metricsPage(_ production: Production, _ readiness: Readiness, _ backend: Backend)
    -> MetricsPage
  {
    MetricsPage(
      registry: production.telemetry.registry, readiness: readiness, outbox: backend.outbox,
      revocations: backend.revocations, clock: backend.service.clock)
  }

  private var serverBuilder: HTTPServerBuilder {
    guard let production = configuration.production else { return .droppableHTTP1 }
    let limiter = ConnectionLimiter(
      production.listen.limits, trusted: production.proxy.trusted,
      refused: production.telemetry.connectionsRefused,
      refusedStreams: production.telemetry.streamsRefused)
    production.telemetry.watch(limiter)
    return HTTPServerBuilder { responder in
      DroppableChannel(
        ListenerChannel(
          production.listen, limiter: limiter, certificates: production.certificates, responder: responder))
    }
  }
}
