import Identity
import IdentityWire
import Operations
import QRCodes
import Secrets

/// Signing administrators in and out: first the password, then the one-time password. Each step has a session
/// of its own.
struct SignInRoutes: RootSection {
  static let path = "/console/sign-in"

  let resources = ConsoleResources(
    templates: [
      "sign_in": PackageResources.sign_in_mustache, "sign_in_code": PackageResources.sign_in_code_mustache,
      "factor": PackageResources.factor_mustache, "invitation": PackageResources.invitation_mustache,
    ],
    texts: [
      "signIn": .init(
        en: PackageResources.signIn_en_json, ja: PackageResources.signIn_ja_json,
        vi: PackageResources.signIn_vi_json)
    ])

  func add(to routes: RootRouteTable) {
    addPassword(to: routes)
    OpenIDSignIn.add(to: routes)
    addCode(to: routes)
    addFactor(to: routes)
    addInvitation(to: routes)
    routes.action("sign-out", requires: nil, from: "sign-in") { request, _ in
      try await request.administrators.signOut(request.visitor.session.token.text, request.client)
      return .redirect(Self.path, notice: "signIn.signedOut", session: SessionSecret(SystemRandom()))
    }
  }

  // MARK: Password

  private func addPassword(to routes: RootRouteTable) {
    routes.page("sign-in", requires: nil) { request in
      guard request.visitor.administrator == nil else { return .redirect(request.next) }
      let hasOpenID = try await request.administrators.openID() != nil
      let content = SignInContent(
        next: request.next, email: request.submitted?["email"] ?? "", hasOpenID: hasOpenID)
      return .page(request.page("sign_in", request.texts("signIn.title"), content), isCentered: true)
    }
    routes.action("sign-in", requires: nil, from: "sign-in") { request, form in
      let step = try await request.administrators.signIn(
        email: try form.text("email"), password: form["password"] ?? "", request.client)
      switch step {
      case .code(let credential, let factor):
        let content = CodeContent(next: request.next, factor: factor)
        return .page(
          request.page("sign_in_code", request.texts("signIn.codeTitle"), content), isCentered: true,
          session: try SessionSecret(issued: credential))
      case .enrolment(let session):
        return .redirect(
          "/console/factor?next=" + ConsolePath.encode(request.next),
          session: try SessionSecret(issued: session))
      }
    }
  }

  private struct SignInContent: Sendable {
    let next: String
    let email: String
    let hasOpenID: Bool
  }

  // MARK: Code

  private func addCode(to routes: RootRouteTable) {
    routes.page("sign-in/code", requires: nil) { request in
      guard let factor = request.submitted?["factor"] else { return .redirect(Self.path) }
      let content = CodeContent(next: request.next, factor: factor)
      return .page(request.page("sign_in_code", request.texts("signIn.codeTitle"), content), isCentered: true)
    }
    routes.action("sign-in/code", requires: nil, from: "sign-in/code") { request, form in
      let session = try await request.administrators.finishSignIn(
        credential: request.visitor.session.token.text, factor: try form.text("factor"),
        code: try form.code("code"), request.client)
      return .redirect(request.next, session: try SessionSecret(issued: session))
    }
  }

  private struct CodeContent: Sendable {
    let next: String
    let factor: String
  }

  // MARK: Second factor

  private func addFactor(to routes: RootRouteTable) {
    routes.page("factor", requires: nil) { request in
      guard request.visitor.needsFactor else { return .redirect(Self.path) }
      if let form = request.submitted, let secret = form["secret"], let sessionInfo = form["sessionInfo"] {
        return .page(request.factorPage(secret: secret, sessionInfo: sessionInfo), isCentered: true)
      }
      do throws(IdentityError) {
        let enrolment = try await request.administrators.startEnrolment(
          session: request.visitor.session.token.text, request.client)
        return .page(
          request.factorPage(secret: enrolment.secret, sessionInfo: enrolment.sessionInfo), isCentered: true)
      } catch {
        guard error.refusal == .credentialTooOldLoginAgain else { throw error }
        return .redirect(Self.path, notice: "signIn.again", session: SessionSecret(SystemRandom()))
      }
    }
    routes.action("factor", requires: nil, from: "factor") { request, form in
      guard request.visitor.needsFactor else { return .redirect(Self.path, notice: "signIn.again") }
      let session = try await request.administrators.finishEnrolment(
        session: request.visitor.session.token.text, sessionInfo: try form.text("sessionInfo"),
        code: try form.code("code"), request.client)
      return .redirect(request.next, notice: "signIn.enrolled", session: try SessionSecret(issued: session))
    }
  }

  // MARK: Invitation

  private func addInvitation(to routes: RootRouteTable) {
    routes.page("invitation", requires: nil) { request in
      let code = request.submitted?["code"] ?? request.query["code"] ?? ""
      let email = try await request.administrators.invited(by: code)
      let content = InvitationContent(
        code: code, email: email,
        hint: request.texts(
          "signIn.passwordHint", ["count": String(ConsoleAdministrators.minimumPasswordLength)]))
      return .page(
        request.page("invitation", request.texts("signIn.invitationTitle"), content), isCentered: true)
    }
    routes.action("invitation", requires: nil, from: "invitation") { request, form in
      guard let password = form["password"], password == form["again"] else {
        throw WireError.badRequest("PASSWORDS_DIFFER")
      }
      try await request.administrators.acceptInvitation(
        try form.text("code"), password: password, request.client)
      return .redirect(Self.path, notice: "signIn.passwordSet", session: SessionSecret(SystemRandom()))
    }
  }

  private struct InvitationContent: Sendable {
    let code: String
    let email: String
    let hint: String
  }
}

extension RootRequest {
  var administrators: ConsoleAdministrators { ConsoleAdministrators(service: domain.service) }

  /// The page to open after the sign-in.
  var next: String {
    let wanted = submitted?["next"] ?? form?["next"] ?? query["next"]
    return wanted.flatMap { ConsolePath.isInside($0) ? $0 : nil } ?? ConsolePath.root
  }

  func page(_ template: String, _ title: String, _ content: any Sendable) -> ConsolePage {
    ConsolePage(section: .administrators, title: title, template: template, content: content)
  }

  fileprivate func factorPage(secret: String, sessionInfo: String) -> ConsolePage {
    struct Content: Sendable {
      let next: String
      let secret: String
      /// The secret in groups of four, easier to type.
      let groups: [String]
      let sessionInfo: String
      let image: QRCodeImage?
    }
    let address = ConsoleAdministrators.address(ofSecret: Secret(secret), email: visitor.email ?? "")
    let image = QRCode(address).map { QRCodeImage($0) }
    let groups = stride(from: 0, to: secret.count, by: 4).map { start in
      String(secret.dropFirst(start).prefix(4))
    }
    return page(
      "factor", texts("signIn.factorTitle"),
      Content(next: next, secret: secret, groups: groups, sessionInfo: sessionInfo, image: image))
  }
}

extension ConsoleForm {
  /// A one-time password. Apps may show it with a space in the middle.
  func code(_ name: String) throws -> String {
    try text(name, maximum: 32).filter { !$0.isWhitespace }
  }
}
