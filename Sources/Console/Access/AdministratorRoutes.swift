import Identity
import IdentityWire
import Operations

/// `/console/administrators`: the people who may use the console. Only owners see it.
struct AdministratorRoutes: RootSection {
  static let path = "/console/administrators"

  let resources = ConsoleResources(
    templates: [
      "administrators": PackageResources.administrators_mustache,
      "invitation_link": PackageResources.invitation_link_mustache,
    ],
    texts: [
      "administrators": .init(
        en: PackageResources.administrators_en_json, ja: PackageResources.administrators_ja_json,
        vi: PackageResources.administrators_vi_json)
    ])

  func add(to routes: RootRouteTable) {
    routes.page("administrators", requires: .owner) { request in
      .page(
        request.page(
          "administrators", request.texts("administrators.title"), try await AdministratorList(request)))
    }
    routes.action("administrators/add", requires: .owner, from: "administrators") { request, form in
      let email = try form.text("email")
      guard let role = Role(rawValue: try form.text("role")) else {
        throw WireError.badRequest("INVALID_FORM")
      }
      let id = try await request.audited(.accountCreation) { (caller) throws(IdentityError) in
        try await request.administrators.add(email, role: role, caller)
      }
      return .page(try await request.invitation(of: id, email))
    }
    routes.action("administrators/{id}/role", requires: .owner, from: "administrators") { request, form in
      let id = try request.id()
      guard let role = Role(rawValue: try form.text("role")) else {
        throw WireError.badRequest("INVALID_FORM")
      }
      _ = try await request.audited(.claimsChange) { (_) throws(IdentityError) in
        try await request.administrators.setRole(role, of: id)
      }
      return .redirect(Self.path, notice: "administrators.roleChanged")
    }
    routes.action("administrators/{id}/invitation", requires: .owner, from: "administrators") { request, _ in
      let administrator = try await request.administrator()
      return .page(try await request.invitation(of: administrator.id, administrator.email))
    }
    addQuestions(to: routes)
  }

  private func addQuestions(to routes: RootRouteTable) {
    routes.page("administrators/{id}/reset-factor", requires: .owner) { request in
      let name = try await request.administrator().email
      return .page(
        request.question(
          "reset-factor", request.texts("administrators.resetTitle", ["name": name]),
          request.texts("administrators.resetText"), request.texts("administrators.reset")))
    }
    routes.action(
      "administrators/{id}/reset-factor", requires: .owner, from: "administrators/{id}/reset-factor"
    ) { request, _ in
      let id = try request.id()
      _ = try await request.audited(.factorWithdrawal) { (_) throws(IdentityError) in
        try await request.administrators.resetFactor(of: id)
      }
      return .redirect(Self.path, notice: "administrators.wasReset")
    }
    routes.page("administrators/{id}/remove", requires: .owner) { request in
      let name = try await request.administrator().email
      return .page(
        request.question(
          "remove", request.texts("administrators.removeTitle", ["name": name]),
          request.texts("administrators.removeText"), request.texts("common.remove")))
    }
    routes.action("administrators/{id}/remove", requires: .owner, from: "administrators/{id}/remove") {
      request, _ in
      let id = try request.id()
      _ = try await request.audited(.deletion) { (_) throws(IdentityError) in
        try await request.administrators.remove(id)
      }
      return .redirect(Self.path, notice: "administrators.removed")
    }
  }
}

extension RootRequest {
  fileprivate func id() throws -> AccountID {
    guard let id = AccountID(rawValue: parameters["id"] ?? "") else {
      throw WireError.notFound("USER_NOT_FOUND")
    }
    return id
  }

  fileprivate func administrator() async throws -> ConsoleAdministrator {
    let id = try id()
    guard let found = try await administrators.all().first(where: { $0.id == id }) else {
      throw WireError.notFound("USER_NOT_FOUND")
    }
    return found
  }

  /// Runs a change on the administrator's behalf.
  fileprivate func audited<Answer: Sendable>(
    _ action: AuditAction, _ body: (Caller) async throws(IdentityError) -> Answer
  ) async throws -> Answer {
    guard let project = try await administrators.project(), let name = visitor.administrator?.name else {
      throw WireError.notFound("PROJECT_NOT_FOUND")
    }
    var caller = Caller(project: project, authority: .administrator)
    caller.administratorName = name
    caller.client = client
    caller.links = domain.links
    let acting = caller
    return try await domain.service.audited(action, acting) { () async throws(IdentityError) in
      try await body(acting)
    }
  }

  /// The page with the link for choosing a password.
  fileprivate func invitation(of id: AccountID, _ email: String) async throws -> ConsolePage {
    let code = try await audited(.codeRequest) { (caller) throws(IdentityError) in
      try await administrators.invitationCode(for: id, caller)
    }
    struct Content: Sendable {
      let email: String
      let link: String
    }
    let link = (domain.origins.first ?? "") + "/console/invitation?code=" + ConsolePath.encode(code)
    return page("invitation_link", texts("administrators.linkTitle"), Content(email: email, link: link))
  }

  fileprivate func question(_ action: String, _ title: String, _ text: String, _ button: String)
    -> ConsolePage
  {
    .confirm(
      .administrators,
      ConfirmPage(
        title: title, paragraphs: [text],
        action: "\(AdministratorRoutes.path)/\(ConsolePath.encode(parameters["id"] ?? ""))/\(action)",
        cancel: AdministratorRoutes.path, button: button))
  }
}
