import Identity
import IdentityWire
import Operations

/// `/console/proof`: asks an administrator for a new proof of their identity, before an owner's actions.
struct ReauthenticationRoutes: RootSection {
  static let path = "/console/proof"

  let resources = ConsoleResources(templates: ["proof": PackageResources.proof_mustache])

  func add(to routes: RootRouteTable) {
    routes.page("proof", requires: .viewer) { request in
      guard request.visitor.administrator?.isProved == false else { return .redirect(request.next) }
      let hasOpenID = try await request.canProveByOpenID
      return .page(
        request.page(
          "proof", request.texts("signIn.proofTitle"),
          Content(
            next: request.next, email: request.visitor.email ?? "", hasPassword: request.visitor.hasPassword,
            hasOpenID: hasOpenID)),
        isCentered: true)
    }
    routes.action("proof", requires: .viewer, from: "proof") { request, form in
      let session = try await request.administrators.prove(
        session: request.visitor.session.token.text, password: form["password"] ?? "",
        code: try form.code("code"), request.client)
      return .redirect(request.next, notice: "signIn.proved", session: try SessionSecret(issued: session))
    }
    routes.action("proof/openid", requires: .viewer, from: "proof") { request, _ in
      guard let id = request.visitor.administrator?.account else {
        throw WireError.notFound("USER_NOT_FOUND")
      }
      return try await request.leave(for: .proof(id), next: request.next, back: Self.path)
    }
  }

  private struct Content: Sendable {
    let next: String
    let email: String
    let hasPassword: Bool
    let hasOpenID: Bool
  }
}

extension RootRequest {
  /// True if the administrator can prove their identity at the OpenID provider.
  fileprivate var canProveByOpenID: Bool {
    get async throws {
      guard visitor.hasOpenID else { return false }
      return try await administrators.openID() != nil
    }
  }
}
