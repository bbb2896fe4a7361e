import Identity
import IdentityWire
import Operations

/// `/console/administrators`: the people who may use the console. Only owners see it.
struct AdministratorRoutes: RootSection {
  static let path = "/console/administrators"

  let resources = ConsoleResources(
    templates: [
      "administrators": PackageResources.administrators_mustache,
      "administrator_roles": PackageResources.administrator_roles_mustache,
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
    routes.action("administrators/add", requires: .owner, from: "administrators", needsReauthentication: true)
    {
      request, form in
      let email = try form.text("email")
      guard let role = Role(rawValue: try form.text("role")) else {
        throw WireError.badRequest("INVALID_FORM")
      }
      var chosen = ConsoleRights()
      chosen.add(role, in: try form.project())
      let rights = chosen
      let id = try await request.audited(.accountCreation) { (caller) throws(IdentityError) in
        try await request.administrators.add(email, rights: rights, caller)
      }
      return .page(try await request.invitation(of: id, email))
    }
    addRoles(to: routes)
    routes.action(
      "administrators/{id}/invitation", requires: .owner, from: "administrators", needsReauthentication: true
    ) { request, _ in
      let administrator = try await request.administrator()
      return .page(try await request.invitation(of: administrator.id, administrator.email))
    }
    addQuestions(to: routes)
  }

  private func addRoles(to routes: RootRouteTable) {
    routes.action(
      "administrators/{id}/role", requires: .owner, from: "administrators", needsReauthentication: true
    ) {
      request, form in
      try await request.changeRole(form)
      return .redirect(Self.path, notice: "administrators.roleChanged")
    }
    routes.page("administrators/{id}/roles", requires: .owner) { request in
      let administrator = try await request.administrator()
      return .page(
        request.page(
          "administrator_roles", request.texts("administrators.rolesOf", ["name": administrator.email]),
          try await AdministratorRoles(of: administrator, request)))
    }
    routes.action(
      "administrators/{id}/roles", requires: .owner, from: "administrators/{id}/roles",
      needsReauthentication: true
    ) { request, form in
      try await request.changeRole(form)
      return .redirect(
        "\(Self.path)/\(ConsolePath.encode(try request.id().rawValue))/roles",
        notice: "administrators.roleChanged")
    }
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
      "administrators/{id}/reset-factor", requires: .owner, from: "administrators/{id}/reset-factor",
      needsReauthentication: true
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
    routes.action(
      "administrators/{id}/remove", requires: .owner, from: "administrators/{id}/remove",
      needsReauthentication: true
    ) { request, _ in
      let id = try request.id()
      _ = try await request.audited(.deletion) { (_) throws(IdentityError) in
        try await request.administrators.remove(id)
      }
      return .redirect(Self.path, notice: "administrators.removed")
    }
  }
}

extension RootRequest {
  func id() throws -> AccountID {
    guard let id = AccountID(rawValue: parameters["id"] ?? "") else {
      throw WireError.notFound("USER_NOT_FOUND")
    }
    return id
  }

  func administrator() async throws -> ConsoleAdministrator {
    let id = try id()
    guard let found = try await administrators.all().first(where: { $0.id == id }) else {
      throw WireError.notFound("USER_NOT_FOUND")
    }
    return found
  }

  /// Runs a change on the administrator's behalf.
  func audited<Answer: Sendable>(
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

  /// Gives the administrator the form's role, for the whole server or the form's project.
  fileprivate func changeRole(_ form: ConsoleForm) async throws {
    let id = try id()
    let name = try form.text("role")
    let role = Role(rawValue: name)
    guard role != nil || name == AdministratorList.noRole else { throw WireError.badRequest("INVALID_FORM") }
    let project = try form.project()
    _ = try await audited(.claimsChange) { (_) throws(IdentityError) in
      try await administrators.setRole(role, in: project, of: id)
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

extension ConsoleForm {
  /// The project of the role; nil for a role on the whole server.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`.
  fileprivate func project() throws -> ProjectID? {
    guard let name = self["project"], !name.isEmpty else { return nil }
    guard let id = ProjectID(rawValue: name) else { throw WireError.badRequest("PROJECT_NOT_FOUND") }
    return id
  }
}
