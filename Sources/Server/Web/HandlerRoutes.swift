import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import Operations
import WebPages

/// `/__/auth/handler`: the page to which an app sends the browser to sign in with a provider, and to which the provider
/// returns, here or at the project's own address below (``RedirectAddress``). Google's handler is a script. This handler
/// runs on the server. Its script only stores data that must stay in the browser.
struct HandlerRoutes: Sendable {
  let service: IdentityService
  let pages: PageRenderer
  /// The first origin is the canonical one. Links and redirect URIs use only these origins.
  let origins: ServerOrigins
  let links: ActionLinks
  /// The path of the page that apps open. Only the server's first project has it as its redirect URI.
  let path: String
  let bodies: BodyBudget

  /// The maximum length of an event id, in bytes. Anyone can begin a flow, and the id is stored for half an hour.
  private static let maximumEventIDLength = 512
  /// The maximum size of a provider's posted form without a SAML response, in bytes.
  private static let maximumFormBytes = 65_536
  /// The maximum size of a form with a SAML response, in bytes.
  private static let maximumSAMLFormBytes = 262_144

  func add(to router: Router<ServerContext>) {
    router.get(RouterPath(path)) { request, context in
      try await showingErrors(context) { try await get(request, context) }
    }
    router.get(RouterPath(path + "/{project}")) { request, context in
      try await showingErrors(context) {
        try await receive(request, context, FormURLEncoded(parsing: request.uri.query ?? ""))
      }
    }
    for path in [path, path + "/{project}"] {
      router.post(RouterPath(path)) { request, context in
        try await showingErrors(context) {
          // Posted forms may contain signed documents, which are slow to verify.
          try await offEventLoop {
            try await readingForm(request, context) { try await finish(request, context, $0) }
          }
        }
      }
    }
  }

  /// Reads a provider's posted form. It counts against the memory budget for bodies until it is processed.
  func readingForm(
    _ request: Request, _ context: ServerContext, _ body: (FormURLEncoded) async throws -> Response
  ) async throws -> Response {
    let posted: APIRequest
    do {
      posted = try await APIRequest(
        request, context, budget: bodies, maximumBodyBytes: Self.maximumSAMLFormBytes)
    } catch {
      if let seconds = error.retryAfter { throw IdentityError.busy(retryAfter: seconds) }
      throw IdentityError.tooLarge
    }
    let form = FormURLEncoded(parsing: posted.body)
    guard posted.body.count <= Self.maximumFormBytes || form["SAMLResponse"] != nil else {
      throw IdentityError.tooLarge
    }
    defer { withExtendedLifetime(posted) {} }
    return try await body(form)
  }

  private func get(_ request: Request, _ context: ServerContext) async throws(IdentityError) -> Response {
    let query = FormURLEncoded(parsing: request.uri.query ?? "")
    if query["apiKey"] != nil {
      guard let query = query.complete else {
        throw .malformed(FormURLEncoded.incompleteness)
      }
      return try await start(request, context, query)
    }
    return try await receive(request, context, query)
  }

  // MARK: Going to the provider

  /// The value of `authType` with which a native app requests a proof that it is genuine, before it requests an SMS.
  private static let verifyApp = "verifyApp"
  private static let authTypes: Set<String> = [
    "signInViaPopup", "signInViaRedirect", "linkViaPopup", "linkViaRedirect", "reauthViaPopup",
    "reauthViaRedirect", "signInWithRedirect",
  ]

  private func start(_ request: Request, _ context: ServerContext, _ query: FormURLEncoded)
    async throws(IdentityError) -> Response
  {
    guard let apiKey = query.value("apiKey"), let authType = query.value("authType") else {
      throw .invalidAction
    }
    guard authType == Self.verifyApp || Self.authTypes.contains(authType) else {
      throw .operationNotSupported
    }
    let providerID = query.value("providerId")?.lowercased()
    guard providerID != nil || authType == Self.verifyApp else { throw .invalidAction }
    guard (query["eventId"]?.utf8.count ?? 0) <= Self.maximumEventIDLength else {
      throw .refused(.badRequest, "The event id is too long.")
    }
    guard let project = try await service.projects.project(apiKey: apiKey) else {
      throw .refused(.invalidApiKey, "The API key belongs to no project.")
    }
    let tenant = try await service.projects.tenant(named: query.value("tid"), in: project.id)
    var caller = Caller(project: project, tenant: tenant, authority: .apiKey)
    caller.client = ClientDetails(context)
    let app = Self.app(query, authType)
    let target: ReturnTarget
    do {
      target = try links.returnPolicy(of: project).target(for: app)
    } catch {
      guard error.refusal == .unauthorizedDomain, authType.hasSuffix("ViaPopup") else { throw error }
      return await refusal(error, context, apiKey, authType, query)
    }
    guard let providerID, authType != Self.verifyApp else { return try verify(request, target) }
    guard !target.leavesBrowser || AuthorizationFlow.SessionBinding.isDigest(app.sessionID ?? "") else {
      throw .refused(.badRequest, "An app has to send the SHA-256 of its session id in hexadecimal.")
    }
    let customParameters = try Self.customParameters(query["customParameters"])
    let state = HandlerStartPage.HelperState(
      apiKey: apiKey, appName: query["appName"], type: authType, eventID: query["eventId"],
      redirectURL: target.pageURL, providerID: providerID, tenantID: caller.tenant?.id.rawValue)
    do {
      let redirect = try await service.projects.redirectAddress(of: project)
      var start = AuthorizationStart(
        providerID: providerID, redirectURI: origins.origin(of: request) + redirect.path(below: path),
        returnTarget: target)
      start.sessionID = query.value("sessionId")
      start.scopes = (query["scopes"] ?? "").split(separator: ",").map(String.init)
      start.customParameters = customParameters
      start.language = query.value("hl")
      start.isReauthentication = authType.hasPrefix("reauth")
      return toProvider(try await service.beginAuthorization(start, caller), target, state)
    } catch {
      // The app receives the error: the check of the target has shown that the address belongs to the app.
      let error = await service.explained(error, caller.scope, provider: providerID, from: caller.network)
      var response =
        target.pageURL == nil
        ? back(request).response(.failure(error), to: target)
        : PageResponse.html(
          pages.handlerFailure(HandlerFailurePage(helperState: state, error: HandlerFailure(error))))
      response.headers[.diagnostic] = error.diagnosticID
      return response
    }
  }

  /// Tells only the reason to the page that opened the popup, because this page may belong to an attacker.
  private func refusal(
    _ error: IdentityError, _ context: ServerContext, _ apiKey: String, _ authType: String,
    _ query: FormURLEncoded
  ) async -> Response {
    let error = await service.explained(error, nil, provider: nil, from: context.network)
    let state = HandlerStartPage.HelperState(
      apiKey: apiKey, appName: query["appName"], type: authType, eventID: query["eventId"],
      providerID: query.value("providerId") ?? "")
    var response = PageResponse.html(
      pages.handlerRefusal(HandlerFailurePage(helperState: state, error: HandlerFailure(error))),
      status: .badRequest)
    response.headers[.diagnostic] = error.diagnosticID
    return response
  }

  private static func app(_ query: FormURLEncoded, _ authType: String) -> ReturnPolicy.AppClaims {
    var app = ReturnPolicy.AppClaims(authType: authType)
    app.redirectURL = query.value("redirectUrl")
    app.bundleID = query.value("ibi")
    app.clientID = query.value("clientId")
    app.appID = query.value("appId")
    app.packageName = query.value("apn")
    app.sessionID = query.value("sessionId")
    app.eventID = query.value("eventId")
    return app
  }

  private static func customParameters(_ text: String?) throws(IdentityError) -> [String: String] {
    guard let text, !text.isEmpty else { return [:] }
    guard let members = (try? JSONParser(maximumBytes: 8_192, maximumDepth: 2).parse(text))?.objectValue
    else {
      throw .refused(.badRequest, "The custom parameters are not a JSON object.")
    }
    return members.compactMapValues { value in
      value.stringValue ?? value.boolValue.map(String.init) ?? value.integerValue.map(String.init)
    }
  }

  private func toProvider(
    _ begun: (authURI: String, sessionID: String), _ target: ReturnTarget,
    _ state: HandlerStartPage.HelperState
  ) -> Response {
    guard target.pageURL != nil else {
      return PageResponse.redirect(
        to: begun.authURI, fallback: pages.handlerLeave(.init(returnURL: begun.authURI)))
    }
    return PageResponse.html(
      pages.handlerStart(
        HandlerStartPage(
          authURI: begun.authURI, sessionID: begun.sessionID,
          sessionDigest: AuthorizationFlow.SessionBinding(sessionID: begun.sessionID).digest,
          helperState: state)))
  }

  /// Responds to an app that must prove that it is genuine. Google shows a puzzle here. The token only proves that the
  /// request came from a registered app. Mass sending is prevented by the limit on messages, not by this token.
  private func verify(_ request: Request, _ target: ReturnTarget) throws(IdentityError) -> Response {
    guard target.leavesBrowser else { throw .operationNotSupported }
    return back(request).response(.verification(token: service.appVerificationToken()), to: target)
  }

  func back(_ request: Request) -> HandlerReturn {
    HandlerReturn(pages: pages, origin: origins.origin(of: request), path: path)
  }

  func showingErrors(_ context: ServerContext, _ body: () async throws -> Response) async throws
    -> Response
  {
    do {
      return try await body()
    } catch let error as IdentityError {
      let explained = await service.explained(error, nil, provider: nil, from: context.network)
      return PageResponse.failure(explained, pages)
    }
  }
}

extension IdentityError {
  fileprivate static let tooLarge = IdentityError.refused(
    .invalidRequest, "The provider's answer is too large.")

  static let missingInitialState = IdentityError.refused(
    .missingInitialState,
    "Unable to process request due to missing initial state: the sign-in is unknown, took too long or was "
      + "finished before."
  ).diagnosed(Diagnosis.stateUnknown)
}

extension ServerContext {
  /// The network that limits apply to. Nil if the client's address is not known.
  var network: ClientNetwork? { client.address.flatMap(ClientNetwork.init(address:)) }
}

extension ReturnTarget {
  /// The address of the app's page in this browser, which waits for the result.
  fileprivate var pageURL: String? {
    if case .page(let url) = self { url } else { nil }
  }
}

extension FormURLEncoded {
  /// The value of a name. Nil if it is absent or empty.
  func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
