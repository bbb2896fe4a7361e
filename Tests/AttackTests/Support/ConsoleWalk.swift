import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

/// Everything of the console that somebody can come to by its links, and every form on the way. Pages are handed over as
/// they are read: all of them at once would be hundreds of megabytes.
struct ConsoleWalk: Sendable {
  /// What somebody came to, with its path.
  enum Stop: Sendable {
    case page(String, ConsoleDocument)
    /// What is no page: downloads, data for scripts.
    case file(String, TestResponse)
  }

  /// Texts that would be something else than text where they are not escaped.
  static let markup = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'"
  private static let maximumPages = 400
  /// Lists go on for ever.
  private static let maximumPerRoute = 4

  /// Of pages and of files.
  private(set) var paths: [String] = []
  private(set) var forms: [HTMLForm] = []
  private var waiting: [String] = []
  private var seen: Set<String> = []
  private var counts: [String: Int] = [:]

  /// - Parameter look: is handed whatever is come to.
  /// - Throws: for a page that is not well formed, and for one that cannot be opened.
  @discardableResult
  static func walk(_ browser: ConsoleBrowser, _ look: (Stop) throws -> Void = { _ in }) async throws
    -> ConsoleWalk
  {
    var walk = ConsoleWalk()
    walk.add("/console")
    walk.add(ConsoleBrowser.path())
    // What no link leads to is asked for by hand.
    for route in routes where route.method == .get {
      walk.add(ConsoleBrowser.path(ConsolePath.filled(route.path, walk.samples(of: route))))
    }
    while let path = walk.waiting.popLast(), walk.paths.count < maximumPages {
      try await walk.visit(path, browser, look)
    }
    return walk
  }

  static let routes: [ConsoleRoute] = {
    let table = ConsoleRouteTable()
    for section in Console.allSections { section.add(to: table) }
    return table.routes
  }()

  static let rootRoutes: [RootRoute] = {
    let table = RootRouteTable()
    for section in Console.allRoots { section.add(to: table) }
    return table.routes
  }()

  /// Where every action is posted to, with samples for what is in its path.
  static let actions: [String] =
    routes.filter { $0.method == .post }.map { route in
      ConsoleBrowser.path(ConsolePath.filled(route.path, ConsoleWalk().samples(of: route)))
    }
    + rootRoutes.filter { $0.method == .post }.map { "/console/" + ConsolePath.filled($0.path, ["id": "x"]) }

  private func samples(of route: ConsoleRoute) -> [String: String] {
    Dictionary(route.parameterNames.map { ($0, "x") }, uniquingKeysWith: { $1 })
  }

  private mutating func add(_ address: String) {
    let path = address.split(separator: "#", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    guard path == "/console" || path.hasPrefix("/console/") || path.hasPrefix("/console?"),
      !path.hasPrefix("/console/assets/"), seen.insert(path).inserted
    else { return }
    let route = Self.route(of: path)
    counts[route, default: 0] += 1
    guard counts[route, default: 0] <= Self.maximumPerRoute else { return }
    waiting.append(path)
  }

  /// The path with its parameters left out, as far as that shows.
  private static func route(of address: String) -> String {
    let path = address.split(separator: "?").first.map(String.init) ?? ""
    let parts = path.split(separator: "/")
    let known = routes.first { route in
      let template = route.path.split(separator: "/")
      return parts.count == template.count + 3
        && zip(parts.dropFirst(3), template).allSatisfy { $1.hasPrefix("{") || $0 == $1 }
    }
    return known?.path ?? path
  }

  private mutating func visit(_ path: String, _ browser: ConsoleBrowser, _ look: (Stop) throws -> Void)
    async throws
  {
    let response = try await browser.get(path)
    guard response.headers.first(name: "content-type")?.hasPrefix("text/html") == true else {
      if let location = response.location {
        add(location)
      } else {
        paths.append(path)
        try look(.file(path, response))
      }
      return
    }
    guard response.status < 500 else {
      throw TestFailure("\(path): \(response.status) \(response.text.prefix(800))")
    }
    let page: ConsoleDocument
    do { page = try ConsoleDocument(response) } catch { throw TestFailure("\(path): \(error)") }
    paths.append(path)
    try look(.page(path, page))
    for link in page.root.all("a") { link["href"].map { add($0) } }
    for form in page.forms {
      if form.method == "POST" {
        forms.append(form)
      } else {
        for text in ["", Self.markup, "a@example.com"] {
          var filled = form
          for (name, value) in form.fields where value.isEmpty { filled[name] = text }
          add(form.action + (form.action.contains("?") ? "&" : "?") + FormURLEncoded(filled.fields).text)
        }
      }
    }
  }
}

extension TestServer {
  /// Everything that nothing of the console may change by accident.
  struct ConsoleState: Equatable {
    var project: Project?
    var accounts: [Account]
    var tenants: [Tenant]
    var administrators: [Account]
    var auditCounts: [Int64]
  }

  func consoleState() async throws -> ConsoleState {
    let store = service.store
    try await backend.audit.sealAudit()
    return ConsoleState(
      project: try await store.project(Self.project),
      accounts: try await store.accounts(in: Scope(project: Self.project), after: nil, limit: 1_000),
      tenants: try await store.tenants(in: Self.project, after: nil, limit: 100),
      administrators: try await store.accounts(in: Scope(project: .console), after: nil, limit: 100),
      auditCounts: try await backend.audit.auditHeads().map(\.sequence))
  }

  /// Puts markup wherever somebody can write anything that the console shows.
  ///
  /// - Returns: what is secret in it.
  func fillWithMarkup() async throws -> [String] {
    let markup = ConsoleWalk.markup
    let key = try await project().apiKeys[0]
    try await changeProject { project in
      project.displayName = markup
      project.messages[.verifyEmail, "en"] = .init(
        subject: markup, text: markup + "%LINK%", html: markup + "%LINK%")
      project.messages[.verifyEmail] = .init(name: markup, replyTo: markup)
      project.messages[.smsCode, markup].text = markup
      project.messages.actionURL = markup
      project.tokenIssuer = markup
      project.authorizedDomains.append(markup)
      project.serviceAccounts = [
        ServiceAccount(
          email: "x@\(markup)", uniqueID: "1", displayName: markup, keys: [], scopes: [],
          createdAt: project.createdAt)
      ]
      project.signIn = .allOn
      project.signIn.testPhoneNumbers = ["+15555550100": "123456"]
      project.apps = [App(platform: .ios, appID: "1:1:ios:1", bundleID: "a.b", displayName: markup)]
      var provider = ProviderSettings(providerID: "oidc.markup", enabled: true, clientID: markup)
      provider.displayName = markup
      project.providers.append(provider)
    }
    _ = try await backend.administration.setProvider(
      ProviderSettings(providerID: "github.com", enabled: true, clientID: "client"),
      secrets: .init(clientSecret: .init("the secret of the client")), for: .webFlow, in: Self.project)
    let user = try await signUp("ann@example.com", "the password of ann", key: key)
    let account = try #require(try await account(user.localID))
    var changed = account
    changed.displayName = markup
    changed.photoURL = "https://elsewhere.example/\(markup)"
    changed.customAttributes = JSONWriter.text(["role": .string(markup)])
    changed.phoneNumber = "+15555550101"
    changed.emailVerified = true
    changed.links = [
      ProviderLink(
        providerID: "github.com", rawID: markup, federatedID: markup, email: markup, displayName: markup,
        photoURL: "https://elsewhere.example/\(markup)", screenName: markup)
    ]
    changed.factors = [
      EnrolledFactor(
        enrollmentID: "factor1", kind: .phone(number: "+15555550102"), displayName: markup,
        enrolledAt: clock.now())
    ]
    try await service.store.apply([.updateAccount(changed)])
    var odd = Account(
      id: AccountID(rawValue: "a/b?c=\(markup)")!, scope: changed.scope, createdAt: clock.now())
    odd.displayName = markup
    try await service.store.apply([.insertAccount(odd)])
    var tenant = Tenant(id: TenantID(rawValue: "tea")!, project: Self.project, createdAt: clock.now())
    tenant.displayName = markup
    tenant.signIn = .allOn
    try await backend.projects.insert(tenant)
    // Into the audit log, by way of the browser's name.
    _ = try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=\(key)",
      headers: ["Content-Type": "application/json", "User-Agent": markup],
      body: "{\"email\":\"ann@example.com\",\"password\":\"a wrong password\"}")
    let token = try await backend.administration.createAdministratorToken(
      "nightly", scopes: [.cloudPlatform], expiresAt: nil, in: Self.project
    ).reveal()
    var change = WebhookChange()
    change.description = markup
    let webhook = try await backend.webhooks.create("https://example.com/hook", change, in: Self.project)
    // Last: nobody can sign up any more.
    try await changeProject { project in
      project.blockingFunctions.beforeCreate = .init(functionURI: markup, updatedAt: project.createdAt)
    }
    return [
      "the secret of the client", "the password of ann", user.refreshToken, user.idToken, token,
      webhook.secret.reveal(),
    ]
  }
}
