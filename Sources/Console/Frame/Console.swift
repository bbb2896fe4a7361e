import Hummingbird
import HTTPTypes
import Logging
import Operations
import WebPages

/// The administrator's web pages, at `/console`.
public struct Console: Sendable {
  let routes: [ConsoleRoute]
  let rootRoutes: [RootRoute]
  let assets: [String: PageAsset]
  let pipeline: ConsolePipeline

  /// The console of a development server. It needs no password: every client that reaches it counts as the
  /// owner.
  public static func development(_ domain: ConsoleDomain) -> Console {
    Console(domain, access: DevelopmentAccess(), roots: developmentRoots) { developmentPages }
  }

  /// The console of a server for real users, with a sign-in for administrators. It does not exist until there
  /// is an owner.
  ///
  /// - Parameter isAllowed: true if clients with the address may see the console. Nil stands for an unknown address.
  public static func serving(
    _ domain: ConsoleDomain, isAllowed: @escaping @Sendable (String?) -> Bool
  ) -> Console {
    let access = AdministratorAccess(
      administrators: ConsoleAdministrators(service: domain.service), isAllowed: isAllowed)
    return Console(domain, access: access, roots: allRoots) { allPages }
  }

  private init(
    _ domain: ConsoleDomain, access: any ConsoleAccess, roots: [any RootSection],
    pages: @escaping @Sendable () -> Result<ConsolePages, any Error>
  ) {
    let sections = Self.allSections
    let table = ConsoleRouteTable()
    for section in sections { section.add(to: table) }
    routes = table.routes
    let rootTable = RootRouteTable()
    for section in roots { section.add(to: rootTable) }
    rootRoutes = rootTable.routes
    var assets: [String: PageAsset] = [:]
    for (name, asset) in ConsolePages.resources(roots).flatMap(\.assets) { assets[name] = asset }
    self.assets = assets
    pipeline = ConsolePipeline(
      domain: domain, access: access, pages: pages, routes: table.routes, rootRoutes: rootTable.routes)
  }

  /// The pages. The first request of a process reads them, once. A test finds mistakes in them.
  static let developmentPages = Result { try ConsolePages(roots: developmentRoots) }
  static let allPages = Result { try ConsolePages(roots: allRoots) }

  public func addRoutes<Context: ConsoleContext>(to router: Router<Context>) {
    let pipeline = pipeline
    for route in routes {
      let path = RouterPath(
        route.path.isEmpty ? "/console/p/{project}" : "/console/p/{project}/\(route.path)")
      router.on(path, method: route.method) { request, context in
        try await Self.offEventLoop { try await pipeline.answer(IncomingRequest(request, context), route) }
      }
    }
    for route in rootRoutes {
      let path = RouterPath(route.path.isEmpty ? "/console" : "/console/\(route.path)")
      router.on(path, method: route.method) { request, context in
        try await Self.offEventLoop { try await pipeline.answer(IncomingRequest(request, context), route) }
      }
    }
    router.get("/console/assets/{file}") { [assets] request, context in
      try await pipeline.requireOpen(IncomingRequest(request, context))
      guard let asset = assets[try context.parameters.require("file")] else { throw HTTPError(.notFound) }
      return PageResponse.asset(asset)
    }
    for method in [HTTPRequest.Method.get, .post] {
      router.on("/console/**", method: method) { request, context in
        try await Self.offEventLoop { try await pipeline.notFound(IncomingRequest(request, context)) }
      }
    }
  }

  /// Renders off the event loop: a page takes milliseconds, and other connections of the thread must not
  /// wait.
  private static func offEventLoop(_ body: @Sendable () async throws -> Response) async throws -> Response {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
  }
}
