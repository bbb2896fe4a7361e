import HTTPTypes
import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import Operations
import WebPages

/// The return of a browser from a provider.
extension HandlerRoutes {
  private static let answerNames = [
    "state", "code", "id_token", "access_token", "error", "oauth_token", "denied",
  ]

  /// Receives what a browser brings in the address: the provider's response, or nothing if the response is in the
  /// fragment.
  func receive(_ request: Request, _ context: ServerContext, _ query: FormURLEncoded)
    async throws(IdentityError) -> Response
  {
    guard Self.answerNames.contains(where: { query[$0] != nil }) else { return fragment() }
    return try await finish(request, context, query)
  }

  /// A page that posts the response in the address's fragment, because browsers do not send the fragment. Without a
  /// fragment, the page shows an error.
  private func fragment() -> Response {
    PageResponse.posting(
      pages.handlerFragment(error: HandlerFailure(.missingInitialState)),
      status: .init(code: WireError(.missingInitialState).httpStatus))
  }

  func finish(_ request: Request, _ context: ServerContext, _ answer: FormURLEncoded)
    async throws(IdentityError) -> Response
  {
    guard let finished = try await finishFlow(request, context, answer) else {
      throw .missingInitialState
    }
    return finished
  }

  /// Passes the response to the page or app that began the flow, provided it arrived at the flow's own redirect URI. The
  /// response does not name the project, so the flow is found in any scope first.
  ///
  /// - Returns: nil if the response belongs to no flow.
  /// - Throws: `INVALID_IDP_RESPONSE` if the response belongs to another flow than its `state` or `RelayState` says.
  func finishFlow(_ request: Request, _ context: ServerContext, _ answer: FormURLEncoded)
    async throws(IdentityError) -> Response?
  {
    let address = AnswerAddress(
      origin: origins.origin(of: request), path: request.uri.path, query: request.uri.query,
      isPosted: request.method == .post)
    let saml = Self.samlFields(of: answer)
    guard let state = answer[saml == nil ? "state" : "RelayState"],
      let (flow, scope) = try await service.authorizationFlow(state: state)
    else {
      let page = try await service.saveProviderTestResponse(
        answer, arrivedAt: address, from: context.network)
      if let page { return back(request).administrator(page) }
      // Some providers omit the state from an error. The browser's tab has stored the flow that it began.
      if answer.value("state") == nil, let error = Self.error(of: answer) {
        let refused = await refused(error, nil, provider: nil, context)
        return naming(refused, back(request).failureWithoutFlow(refused))
      }
      return nil
    }
    try await service.requireArrival(of: answer, at: address, for: flow, in: scope, from: context.network)
    guard let project = try await service.projects.project(scope.project) else {
      throw .refused(.badRequest, "The project is gone.")
    }
    guard links.returnPolicy(of: project).allows(flow.returnTarget) else {
      try await service.abandonAuthorization(state: state)
      throw await service.explained(
        .refused(.unauthorizedDomain, "The page to return to is no longer on an authorized domain."),
        scope, provider: flow.providerID, from: context.network)
    }
    let tenant = scope.tenant?.rawValue
    if saml == nil, let error = answer["error"] ?? flow.denial(in: answer) {
      try await service.abandonAuthorization(state: state)
      let refused = await refused(error, scope, provider: flow.providerID, context)
      return naming(refused, back(request).response(.failure(refused), to: flow, tenant: tenant))
    }
    let outcome: HandlerReturn.Outcome =
      saml.map { .posted(to: flow.redirectURI, form: $0) }
      ?? .answer(Self.urlResponse(flow.redirectURI, answer))
    return back(request).response(outcome, to: flow, tenant: tenant)
  }

  /// The error of a response without a known flow. OAuth 1.0a has only `denied`.
  private static func error(of answer: FormURLEncoded) -> String? {
    answer.value("error") ?? answer.value("denied").map { _ in "access_denied" }
  }

  /// The fields of a SAML response. An app passes them unchanged to `signInWithIdp`. Nil for other responses.
  private static func samlFields(of answer: FormURLEncoded) -> FormURLEncoded? {
    guard answer["SAMLResponse"] != nil else { return nil }
    return FormURLEncoded(
      ["SAMLResponse", "RelayState"].compactMap { name in answer[name].map { (name: name, value: $0) } })
  }

  /// - Parameter error: the provider's code (RFC 6749 section 4.1.2.1).
  private func refused(
    _ error: String, _ scope: Scope?, provider: String?, _ context: ServerContext
  ) async -> IdentityError {
    let isDenial = error == "access_denied" || error == "user_cancelled_authorize"
    let failure =
      isDenial
      ? IdentityError.refused(.userCancelled, "The user denied the sign-in.")
      : IdentityError.refused(.invalidIdPResponse, "The provider answered with an error.")
    return await service.explained(
      failure.diagnosed(isDenial ? Diagnosis.denied : .providerError(code: error)), scope,
      provider: provider, from: context.network)
  }

  /// Adds the ID under which the error is explained.
  private func naming(_ error: IdentityError, _ response: Response) -> Response {
    var response = response
    response.headers[.diagnostic] = error.diagnosticID
    return response
  }

  /// The provider's response as one address, even if it was posted. The app passes this address to `signInWithIdp`.
  private static func urlResponse(_ redirectURI: String, _ answer: FormURLEncoded) -> String {
    let kept = [
      "state", "code", "id_token", "access_token", "user", "scope", "iss", "oauth_token", "oauth_verifier",
    ]
    let pairs = kept.compactMap { name in answer[name].map { (name: name, value: $0) } }
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + FormURLEncoded(pairs).text
  }
}
