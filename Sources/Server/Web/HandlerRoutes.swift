import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations

/// `/__/auth/handler`: where an app sends the browser to sign in with a provider, and where the provider
/// sends it back to. Production's handler is a script; this one decides on the server, and a script only
/// keeps what has to stay in the browser.
struct HandlerRoutes: Sendable {
  let service: IdentityService
  let pages: PageRenderer
  /// The first is the canonical one. Links and redirect URIs are made of these alone.
  let origins: [String]

  /// Bytes. Everybody can begin a flow, and it is kept for half an hour.
  private static let maximumEventIDLength = 512
  /// Bytes of what a provider may post.
  private static let maximumFormBytes = 65_536

  func add(to router: Router<ServerContext>, path: RouterPath) {
    router.get(path) { request, _ in try await showingErrors { try await get(request) } }
    router.post(path) { request, _ in
      try await showingErrors {
        guard let body = try? await request.body.collect(upTo: Self.maximumFormBytes) else {
          throw WireError.badRequest("INVALID_REQUEST", "The provider's answer is too large.")
        }
        return try await finish(request, FormURLEncoded(parsing: String(buffer: body)))
      }
    }
  }

  private func get(_ request: Request) async throws(WireError) -> Response {
    let query = FormURLEncoded(parsing: request.uri.query ?? "")
    if query["apiKey"] != nil { return try await start(request, query) }
    return try await finish(request, query)
  }

  // MARK: Going to the provider

  private static let authTypes: Set<String> = [
    "signInViaPopup", "signInViaRedirect", "linkViaPopup", "linkViaRedirect", "reauthViaPopup",
    "reauthViaRedirect", "signInWithRedirect",
  ]

  private func start(_ request: Request, _ query: FormURLEncoded) async throws(WireError) -> Response {
    guard let apiKey = query["apiKey"], !apiKey.isEmpty, let authType = query["authType"],
      let providerID = query["providerId"]?.lowercased(), !providerID.isEmpty
    else { throw .badRequest("BAD_REQUEST", "The requested action is invalid.") }
    guard Self.authTypes.contains(authType) else {
      throw .badRequest("OPERATION_NOT_SUPPORTED", "This kind of request is not supported here.")
    }
    guard (query["eventId"]?.utf8.count ?? 0) <= Self.maximumEventIDLength else {
      throw .badRequest("BAD_REQUEST", "The event id is too long.")
    }
    guard let project = try await service.projects.project(apiKey: apiKey) else {
      throw .badRequest("INVALID_API_KEY", "The API key belongs to no project.")
    }
    let tenant = try await service.projects.tenant(named: query["tid"], in: project.id)
    let caller = Caller(project: project, tenant: tenant, authority: .apiKey)
    let app = Self.app(query, authType)
    let target = try ReturnPolicy(project: project, origins: origins).target(for: app)
    guard !target.leavesBrowser || AuthorizationFlow.SessionBinding.isDigest(app.sessionID ?? "") else {
      throw .badRequest("BAD_REQUEST", "An app has to send the SHA-256 of its session id in hexadecimal.")
    }

    let callback = origin(of: request) + request.uri.path
    var start = AuthorizationStart(
      providerID: providerID, redirectURI: callback, returnTarget: target)
    start.sessionID = query["sessionId"].flatMap { $0.isEmpty ? nil : $0 }
    start.scopes = (query["scopes"] ?? "").split(separator: ",").map(String.init)
    start.customParameters = try Self.customParameters(query["customParameters"])
    start.language = query["hl"].flatMap { $0.isEmpty ? nil : $0 }
    do {
      let begun = try await service.beginAuthorization(start, caller)
      return toProvider(begun, target, apiKey: apiKey, authType: authType, providerID: providerID, query)
    } catch {
      // What the app did wrong it learns itself, where it can be told.
      guard target.leavesBrowser else { throw error }
      return back(to: target, result: .failure(error), origin: origin(of: request))
    }
  }

  private static func app(_ query: FormURLEncoded, _ authType: String) -> ReturnPolicy.AppClaims {
    func value(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
    var app = ReturnPolicy.AppClaims(authType: authType)
    app.redirectURL = value("redirectUrl")
    app.bundleID = value("ibi")
    app.clientID = value("clientId")
    app.appID = value("appId")
    app.packageName = value("apn")
    app.sessionID = value("sessionId")
    app.eventID = value("eventId")
    return app
  }

  private static func customParameters(_ text: String?) throws(WireError) -> [String: String] {
    guard let text, !text.isEmpty else { return [:] }
    guard let members = (try? JSONParser(maximumBytes: 8_192, maximumDepth: 2).parse(text))?.objectValue
    else {
      throw .badRequest("BAD_REQUEST", "The custom parameters are not a JSON object.")
    }
    return members.compactMapValues { value in
      value.stringValue ?? value.boolValue.map(String.init) ?? value.integerValue.map(String.init)
    }
  }

  private func toProvider(
    _ begun: (authURI: String, sessionID: String), _ target: ReturnTarget, apiKey: String,
    authType: String, providerID: String, _ query: FormURLEncoded
  ) -> Response {
    guard case .page(let url) = target else {
      return PageResponse.redirect(
        to: begun.authURI, fallback: pages.handlerLeave(.init(returnURL: begun.authURI)))
    }
    return PageResponse.html(
      pages.handlerStart(
        HandlerStartPage(
          authURI: begun.authURI, sessionID: begun.sessionID,
          helperState: .init(
            apiKey: apiKey, appName: query["appName"], type: authType, eventID: query["eventId"],
            redirectURL: url, providerID: providerID, tenantID: query["tid"].flatMap { $0.isEmpty ? nil : $0 }
          ))))
  }

  // MARK: Coming back

  private func finish(_ request: Request, _ answer: FormURLEncoded) async throws(WireError) -> Response {
    guard let state = answer["state"], let (flow, scope) = try await service.authorizationFlow(state: state)
    else {
      throw .badRequest(
        "MISSING_INITIAL_STATE", "The sign-in is unknown, took too long or was finished before.")
    }
    let origin = origin(of: request)
    if let error = answer["error"] {
      try await service.abandonAuthorization(state: state)
      let isDenial = error == "access_denied" || error == "user_cancelled_authorize"
      let failure =
        isDenial
        ? WireError.badRequest("USER_CANCELLED", "The user denied the sign-in.")
        : WireError.badRequest("INVALID_IDP_RESPONSE", "The provider answered with an error.")
      return back(to: flow.returnTarget, result: .failure(failure), origin: origin)
    }
    guard try await service.projects.project(scope.project) != nil else {
      throw .badRequest("BAD_REQUEST", "The project is gone.")
    }
    return back(
      to: flow.returnTarget, result: .success(Self.urlResponse(flow.redirectURI, answer)), origin: origin)
  }

  /// The provider's answer as one address, also when it was posted: what the app hands to `signInWithIdp`.
  private static func urlResponse(_ redirectURI: String, _ answer: FormURLEncoded) -> String {
    let kept = ["state", "code", "id_token", "access_token", "user", "scope", "iss"]
    let pairs = kept.compactMap { name in answer[name].map { (name: name, value: $0) } }
    return "\(redirectURI)?\(FormURLEncoded(pairs).text)"
  }

  private func back(to target: ReturnTarget, result: Result<String, WireError>, origin: String) -> Response {
    switch target {
    case .page, .caller:
      var page = HandlerFinishPage()
      switch result {
      case .success(let url): page.urlResponse = url
      case .failure(let error):
        page.error = .init(code: Self.clientCode(error), message: error.detail ?? error.code)
      }
      if case .page(let url) = target, let url = URL(string: url), let origin = ReturnPolicy.origin(of: url) {
        page.allowedRedirectOrigins = [origin]
      }
      return PageResponse.html(pages.handlerFinish(page))
    case .deepLink(let base, let authType, let eventID):
      let inner = Self.callback(origin, result, authType: authType, eventID: eventID)
      let separator = base.contains("?") ? "&" : "?"
      return appRedirect("\(base)\(separator)deep_link_id=\(FormURLEncoded.encode(inner))")
    case .androidIntent(let package, let authType, let eventID):
      return appRedirect(Self.intent(package, result, authType: authType, eventID: eventID))
    }
  }

  private func appRedirect(_ location: String) -> Response {
    PageResponse.redirect(to: location, fallback: pages.handlerReturn(.init(returnURL: location)))
  }

  /// The marker address inside a deep link, as the Apple SDK reads it.
  private static func callback(
    _ origin: String, _ result: Result<String, WireError>, authType: String, eventID: String
  ) -> String {
    var query = FormURLEncoded()
    switch result {
    case .success(let url): query.append("link", url)
    case .failure(let error): query.append("firebaseError", errorText(error))
    }
    query.append("authType", authType)
    query.append("eventId", eventID)
    return "\(origin)/__/auth/callback?\(query.text)"
  }

  private static func intent(
    _ package: String, _ result: Result<String, WireError>, authType: String, eventID: String
  ) -> String {
    let outcome =
      switch result {
      case .success(let url): "S.link=\(FormURLEncoded.encode(url))"
      case .failure(let error): "S.firebaseError=\(FormURLEncoded.encode(errorText(error)))"
      }
    return "intent://firebase.auth/#Intent;scheme=genericidp;package=\(FormURLEncoded.encode(package));"
      + "S.authType=\(FormURLEncoded.encode(authType));S.eventId=\(FormURLEncoded.encode(eventID));"
      + "\(outcome);B.encryptionEnabled=false;end;"
  }

  private static func errorText(_ error: WireError) -> String {
    JSONWriter.text(["code": .string(clientCode(error)), "message": .string(error.detail ?? error.code)])
  }

  /// `auth/operation-not-allowed` for `OPERATION_NOT_ALLOWED`: the form that the SDKs read.
  static func clientCode(_ error: WireError) -> String {
    guard error.httpStatus < 500 else { return "auth/internal-error" }
    let known = [
      "INVALID_OAUTH_CLIENT_ID": "auth/invalid-oauth-client-id", "INVALID_APP_ID": "auth/invalid-app-id",
    ]
    return known[error.code] ?? "auth/" + error.code.lowercased().replacing("_", with: "-")
  }

  // MARK: -

  /// The origin by which the browser came, if it is one of ours; never what a header merely claims.
  private func origin(of request: Request) -> String {
    let authority = request.head.authority?.lowercased() ?? ""
    return origins.first { $0.hasSuffix("://" + authority) } ?? origins.first ?? ""
  }

  private func showingErrors(_ body: () async throws -> Response) async throws -> Response {
    do {
      return try await body()
    } catch let error as WireError {
      let page = HandlerErrorPage(
        title: "The sign-in cannot go on", message: error.detail ?? "The requested action is invalid.",
        code: Self.clientCode(error))
      return PageResponse.html(pages.handlerError(page), status: .init(code: error.httpStatus))
    }
  }
}
