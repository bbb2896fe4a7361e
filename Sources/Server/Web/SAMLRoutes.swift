import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import NIOCore
import Operations
import WebPages

/// The addresses that are registered at a SAML provider: `/__/auth/saml/<provider>/metadata`, and
/// `/__/auth/saml/<provider>/acs`, to which the provider may post unsolicited responses.
struct SAMLRoutes: Sendable {
  let handler: HandlerRoutes

  func add(to router: Router<ServerContext>) {
    router.get("/__/auth/saml/{provider}/metadata") { request, context in
      let caller = try await caller(request, context)
      let metadata = try await handler.service.samlMetadata(
        of: try context.parameters.require("provider"), handler: handlerAddress(request), caller)
      return Response(
        status: .ok, headers: [.contentType: metadata.contentType, .cacheControl: "no-cache"],
        body: .init(byteBuffer: ByteBuffer(string: metadata.xml)))
    }
    router.post("/__/auth/saml/{provider}/acs") { request, context in
      try await handler.showingErrors(context) {
        try await offEventLoop {
          try await handler.readingForm(request, context) { form in
            if let answer = try await handler.finishFlow(request, context, form) { return answer }
            return try await takeUnsolicited(form, request, context)
          }
        }
      }
    }
  }

  private func takeUnsolicited(_ form: FormURLEncoded, _ request: Request, _ context: ServerContext)
    async throws -> Response
  {
    guard let response = form.value("SAMLResponse") else { throw IdentityError.missingInitialState }
    let caller = try await caller(request, context)
    let address = try await handler.service.takeUnsolicited(
      response, from: try context.parameters.require("provider"), handler: handlerAddress(request),
      handler.links.returnPolicy(of: caller.project), caller)
    return PageResponse.redirect(
      to: address, fallback: handler.pages.handlerReturn(.init(returnURL: address)))
  }

  private func handlerAddress(_ request: Request) -> String {
    handler.origins.origin(of: request) + handler.path
  }

  /// The project in the address. If the address names none, the server's only project.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`.
  private func caller(_ request: Request, _ context: ServerContext) async throws(IdentityError) -> Caller {
    guard let query = FormURLEncoded(parsing: request.uri.query ?? "").complete else {
      throw .malformed(FormURLEncoded.incompleteness)
    }
    let projects = handler.service.projects
    let project: Project?
    if let name = query["project"] {
      guard let id = ProjectID(rawValue: name) else { throw .missing(.projectNotFound) }
      project = try await projects.project(id)
    } else {
      project = try await projects.onlyProject()
    }
    guard let project else { throw .missing(.projectNotFound) }
    let tenant = try await projects.tenant(named: query.value("tenant"), in: project.id)
    var caller = Caller(project: project, tenant: tenant, authority: .apiKey)
    caller.client = ClientDetails(context)
    return caller
  }
}
