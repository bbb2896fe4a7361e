import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Logging
import NIOCore
import Operations
import WebPages

/// Processes every request of the console in the same steps: identify the visitor, check their rights, check the
/// form, find the project. Every error becomes a page.
struct ConsolePipeline: Sendable {
  let domain: ConsoleDomain
  let access: any ConsoleAccess
  let pages: @Sendable () -> Result<ConsolePages, any Error>
  let routes: [ConsoleRoute]
  let rootRoutes: [RootRoute]

  // MARK: Pages of a project

  func answer(_ incoming: IncomingRequest, _ route: ConsoleRoute) async throws(HTTPError) -> Response {
    try await answer(incoming) { exchange in
      guard let administrator = exchange.visitor.administrator else { return signIn(exchange, route.method) }
      exchange.administrator = administrator
      if route.method == .post { try FormOrigin.check(incoming.request, origins: domain.origins) }
      try administrator.require(
        route.role, in: incoming.parameters["project"] ?? "", ofServer: route.isOfServer)
      switch route.work {
      case .page(let show):
        let request = try await request(exchange, administrator, form: nil)
        return await render(try await show(request), exchange)
      case .file(let make):
        return try await make(try await request(exchange, administrator, form: nil))
      case .action(let from, let maximumBodyBytes, let perform):
        let form = try await form(exchange, maximumBodyBytes: maximumBodyBytes)
        var request = try await request(exchange, administrator, form: form)
        // A settings form names the settings revision that it was rendered from, even when it is shown again and
        // nothing was written.
        let made = form["revision"]
        let revision = made.flatMap(SettingsRevision.init)
        var keepsRevision: Bool { revision?.isWritten == false }
        do {
          if route.needsReauthentication { try administrator.requireReauthentication() }
          guard made == nil || revision != nil else { throw WireError.badRequest("INVALID_FORM") }
          let outcome = try await SettingsRevision.$current.withValue(revision) {
            try await perform(request, form)
          }
          if keepsRevision { exchange.revision = made }
          return await respond(to: outcome, request, exchange)
        } catch is ReauthenticationRequired {
          let page = route.afterReauthentication ?? from
          return proof(
            thenOpening: request.path(ConsolePath.filled(page, request.parameters)), exchange,
            isPage: routes.contains { $0.path == page && $0.method == .get })
        } catch {
          guard let error = WireError(thrown: error) else { throw error }
          // An administrator who was told about the conflict may overwrite the other administrator's settings.
          if keepsRevision, error.code != Refusal.settingsChanged.rawValue { exchange.revision = made }
          // The request is read again, because the page has to show the current settings.
          request = try await self.request(exchange, administrator, form: form)
          request.submitted = form
          return try await showAgain(from, request, error, exchange)
        }
      }
    }
  }

  private func request(_ exchange: Exchange, _ administrator: SignedInAdministrator, form: ConsoleForm?)
    async throws -> ConsoleRequest
  {
    let incoming = exchange.incoming
    let project = try await domain.project(named: incoming.parameters["project"] ?? "")
    guard let role = administrator.role(in: project.id.rawValue) else {
      throw WireError.notFound("PROJECT_NOT_FOUND")
    }
    exchange.project = project
    let query = incoming.query
    if let inQuery = query["tenant"], let inForm = form?["tenant"], inQuery != inForm {
      throw WireError.badRequest("TENANT_ID_MISMATCH")
    }
    if let name = query["tenant"] ?? form?["tenant"], !name.isEmpty {
      exchange.tenant = try await domain.service.projects.tenant(inPath: name, of: project.id)
    }
    return ConsoleRequest(
      domain: domain, administrator: administrator, role: role, project: project, tenant: exchange.tenant,
      parameters: incoming.parameters, query: query, submittedRevision: exchange.revision,
      texts: exchange.texts,
      client: incoming.client, providerTestBinding: exchange.visitor.session.providerTestBinding,
      origin: domain.origin(of: incoming.request.head.authority),
      redirectAddress: try await domain.service.projects.redirectAddress(of: project))
  }

  private func respond(to outcome: ConsoleOutcome, _ request: ConsoleRequest, _ exchange: Exchange) async
    -> Response
  {
    switch outcome {
    case .response(let response): return response
    case .page(let page): return await render(page, exchange)
    case .redirect(let path, let notice):
      exchange.notice = .set(notice)
      return Self.redirect(to: request.path(path))
    }
  }

  /// The page with the form and its error.
  private func showAgain(
    _ from: String, _ request: ConsoleRequest, _ error: WireError, _ exchange: Exchange
  ) async throws -> Response {
    guard let route = routes.first(where: { $0.path == from && $0.method == .get }),
      case .page(let show) = route.work
    else { throw error }
    log(error, exchange)
    exchange.problem = exchange.texts.error(error)
    exchange.here = request.path(ConsolePath.filled(from, request.parameters))
    var page = try await show(request)
    page.status = .init(code: error.httpStatus)
    var response = await render(page, exchange)
    response.addRetryAfter(for: error)
    return response
  }

  // MARK: Pages without a project

  func answer(_ incoming: IncomingRequest, _ route: RootRoute) async throws(HTTPError) -> Response {
    try await answer(incoming) { exchange in
      exchange.administrator = exchange.visitor.administrator
      if let role = route.role {
        guard let administrator = exchange.visitor.administrator else {
          return signIn(exchange, route.method)
        }
        if role > .viewer { try administrator.require(role, in: nil) }
      }
      switch route.work {
      case .page(let show): return await respond(to: try await show(rootRequest(exchange)), exchange)
      case .action(let from, let perform):
        try FormOrigin.check(incoming.request, origins: domain.origins)
        let form = try await form(exchange, maximumBodyBytes: route.maximumBodyBytes)
        do {
          var request = rootRequest(exchange)
          request.form = form
          if route.needsReauthentication { try exchange.visitor.administrator?.requireReauthentication() }
          return await respond(to: try await perform(request, form), exchange)
        } catch is ReauthenticationRequired {
          return proof(
            thenOpening: "\(ConsolePath.root)/\(ConsolePath.filled(from, incoming.parameters))", exchange,
            isPage: rootRoutes.contains { $0.path == from && $0.method == .get })
        } catch {
          guard let error = WireError(thrown: error) else { throw error }
          return try await showAgain(from, form, error, exchange)
        }
      }
    }
  }

  private func showAgain(
    _ from: String, _ form: ConsoleForm, _ error: WireError, _ exchange: Exchange
  ) async throws -> Response {
    guard let route = rootRoutes.first(where: { $0.path == from && $0.method == .get }),
      case .page(let show) = route.work
    else { throw error }
    log(error, exchange)
    exchange.problem = exchange.texts.error(error)
    exchange.here =
      "\(ConsolePath.root)/\(ConsolePath.filled(from, exchange.incoming.parameters))"
    var request = rootRequest(exchange)
    request.submitted = form
    guard case .page(var page, let isCentered, nil) = try await show(request) else { throw error }
    page.status = .init(code: error.httpStatus)
    var response = await respond(to: RootOutcome.page(page, isCentered: isCentered), exchange)
    response.addRetryAfter(for: error)
    return response
  }

  private func rootRequest(_ exchange: Exchange) -> RootRequest {
    RootRequest(
      domain: domain, visitor: exchange.visitor,
      origin: domain.origin(of: exchange.incoming.request.head.authority),
      parameters: exchange.incoming.parameters,
      query: exchange.incoming.query, texts: exchange.texts, client: exchange.incoming.client)
  }

  private func respond(to outcome: RootOutcome, _ exchange: Exchange) async -> Response {
    switch outcome {
    case .page(let page, let isCentered, let session):
      exchange.isCentered = isCentered
      exchange.replaceSession(session)
      return await render(page, exchange)
    case .redirect(let path, let notice, let cookies, let session):
      exchange.notice = .set(notice)
      exchange.replaceSession(session)
      var response = Self.redirect(to: path)
      for cookie in cookies { response.setCookie(cookie) }
      return response
    }
  }

  func notFound(_ incoming: IncomingRequest) async throws(HTTPError) -> Response {
    try await answer(incoming) { exchange in
      guard let administrator = exchange.visitor.administrator else {
        return signIn(exchange, incoming.request.method)
      }
      exchange.administrator = administrator
      throw WireError.notFound("PAGE_NOT_FOUND")
    }
  }

  // MARK: -

  /// - Throws: 404, as for an unknown path, if the client may not see the console.
  private func answer(_ incoming: IncomingRequest, _ body: (Exchange) async throws -> Response)
    async throws(HTTPError)
    -> Response
  {
    let pages: ConsolePages
    do { pages = try self.pages().get() } catch {
      incoming.logger.error("the console's pages cannot be read", metadata: ["cause": "\(error)"])
      throw HTTPError(.internalServerError)
    }
    let texts = ConsoleTexts(language: incoming.language, catalog: pages.catalog)
    let presented = incoming.cookie(access.sessionCookie.name).flatMap(SessionSecret.init(presented:))
    let exchange = Exchange(incoming, pages.templates, texts, presented)
    var response: Response
    do {
      try await requireOpen(incoming)
      exchange.visitor = try await access.visitor(exchange.visitor.session, language: texts.language)
      response = try await body(exchange)
    } catch let error as HTTPError {
      throw error
    } catch {
      response = await problem(error, exchange)
    }
    // A form from another site comes without the cookie. A new cookie would replace the administrator's
    // session.
    let isForeign =
      incoming.request.method == .post && !FormOrigin.isOurs(incoming.request, origins: domain.origins)
    if exchange.isNewSession, !isForeign {
      response.setCookie(access.sessionCookie.holding(exchange.visitor.session))
    }
    exchange.notice.apply(to: &response, isSecure: access.sessionCookie.isSecure)
    return response
  }

  /// - Throws: 404 as an `HTTPError`, as for an unknown path.
  func requireOpen(_ incoming: IncomingRequest) async throws {
    guard try await access.isOpen(to: incoming.client) else { throw HTTPError(.notFound) }
  }

  /// - Throws: `FORM_EXPIRED` with 403 if the form lacks the session's CSRF token.
  private func form(_ exchange: Exchange, maximumBodyBytes: Int) async throws -> ConsoleForm {
    let request = exchange.incoming.request
    let body: [UInt8]
    do {
      body = Array(try await request.body.collect(upTo: maximumBodyBytes).readableBytesView)
    } catch is NIOTooManyBytesError {
      throw WireError(httpStatus: 413, code: "FORM_TOO_LARGE", detail: "\(maximumBodyBytes)")
    } catch {
      throw WireError.badRequest("INVALID_FORM", "The form did not arrive as a whole.")
    }
    let form = try ConsoleForm(body, contentType: request.headers[.contentType])
    guard exchange.visitor.session.accepts(csrfToken: form["csrf"]) else {
      throw WireError(
        httpStatus: 403, code: "FORM_EXPIRED", detail: "The form is not of this session.",
        status: "PERMISSION_DENIED", reason: "forbidden")
    }
    return form
  }

  /// Redirects to the sign-in page, which returns to the requested page.
  private func signIn(_ exchange: Exchange, _ method: HTTPRequest.Method) -> Response {
    guard let path = access.signInPath else { return Response(status: .unauthorized) }
    let wanted = exchange.incoming.address
    // Only a browser with a session gets the notice: a form from another site comes without the cookie.
    if method == .post, !exchange.isNewSession { exchange.notice = .set("signIn.ended") }
    guard method == .get, wanted != ConsolePath.root, ConsolePath.isInside(wanted) else {
      return Self.redirect(to: path)
    }
    return Self.redirect(to: path + "?next=" + ConsolePath.encode(wanted))
  }

  /// Redirects to the page that asks for a new proof. After the proof, the browser returns to the page of the form.
  /// The form's action was not performed.
  ///
  /// - Parameter isPage: true if `page` is the path of a page.
  private func proof(thenOpening page: String, _ exchange: Exchange, isPage: Bool) -> Response {
    let next = isPage && ConsolePath.isInside(page) ? page : ConsolePath.root
    exchange.notice = .set("signIn.proofNeeded")
    return Self.redirect(to: ReauthenticationRoutes.path + "?next=" + ConsolePath.encode(next))
  }

  static func redirect(to path: String) -> Response {
    var headers = HTTPFields()
    headers[.location] = path
    headers[.cacheControl] = "no-store"
    return Response(status: .seeOther, headers: headers)
  }
}
