import Identity
import IdentityWire
import Operations

/// Signing in to the console with its OpenID provider.
enum OpenIDSignIn {
  static func add(to routes: RootRouteTable) {
    routes.action("sign-in/openid", requires: nil, from: "sign-in") { request, _ in
      try await request.leave(for: .signIn, next: request.next, back: SignInRoutes.path)
    }
    routes.page("sign-in/openid/return", requires: nil) { request in
      let answer = FormURLEncoded(request.query.map { (name: $0.key, value: $0.value) })
      let result = try await request.administrators.finishOpenID(
        answer, session: request.visitor.session.openIDBinding, current: request.visitor.session.token.text,
        request.client)
      let notice: String? =
        switch result.purpose {
        case .signIn: nil
        case .proof: "signIn.proved"
        case .link: "sessions.linked"
        }
      let next = ConsolePath.isInside(result.next) ? result.next : ConsolePath.root
      return .redirect(next, notice: notice, session: try SessionSecret(issued: result.session))
    }
  }
}

extension RootRequest {
  /// Begins a flow with the OpenID provider.
  ///
  /// - Returns: a page that leads to the provider, because a response to a form may not redirect to another server.
  func leave(for purpose: ConsoleOpenIDPurpose, next: String, back: String) async throws -> RootOutcome {
    struct ProviderRedirect: Sendable {
      let address: String
      let back: String
    }
    let address = try await administrators.beginOpenID(
      purpose, session: visitor.session.openIDBinding, next: next,
      redirectURI: origin + ConsoleOpenID.returnPath, language: texts.language.rawValue, client)
    return .page(
      ConsolePage(
        section: .administrators, title: texts("signIn.openID"), template: "methods_leave",
        content: ProviderRedirect(address: address, back: back), scripts: ["methods_leave.js"]),
      isCentered: true)
  }
}
