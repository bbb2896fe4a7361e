import Identity
import IdentityWire
import Operations

/// `/console/sessions`: an administrator's own sessions, and their link to the OpenID provider. Owners see the
/// sessions of every administrator at `/console/administrators/{id}/sessions`.
struct SessionRoutes: RootSection {
  static let path = "/console/sessions"

  let resources = ConsoleResources(
    templates: ["sessions": PackageResources.sessions_mustache],
    texts: [
      "sessions": .init(
        en: PackageResources.sessions_en_json, ja: PackageResources.sessions_ja_json,
        vi: PackageResources.sessions_vi_json)
    ])

  func add(to routes: RootRouteTable) {
    addOwn(to: routes)
    addOthers(to: routes)
    routes.action("sessions/link", requires: .viewer, from: "sessions", needsReauthentication: true) {
      request, _ in
      try await request.leave(for: .link(try request.ownID), next: Self.path, back: Self.path)
    }
    routes.action("sessions/unlink", requires: .viewer, from: "sessions", needsReauthentication: true) {
      request, _ in
      let id = try request.ownID
      _ = try await request.audited(.unlink) { (_) throws(IdentityError) in
        try await request.administrators.unlinkOpenID(of: id)
      }
      return .redirect(SignInRoutes.path, notice: "sessions.unlinked", session: SessionSecret(SystemRandom()))
    }
  }

  private func addOwn(to routes: RootRouteTable) {
    routes.page("sessions", requires: .viewer) { request in
      .page(
        request.page(
          "sessions", request.texts("sessions.title"),
          try await SessionList(of: request.ownID, path: Self.path, request)))
    }
    routes.action("sessions/end", requires: .viewer, from: "sessions") { request, form in
      let (id, name) = (try request.ownID, try form.text("session"))
      _ = try await request.audited(.revocation) { (_) throws(IdentityError) in
        try await request.administrators.endSession(name, of: id)
      }
      return .redirect(Self.path, notice: "sessions.wasEnded")
    }
    routes.action("sessions/end-others", requires: .viewer, from: "sessions") { request, _ in
      let id = try request.ownID
      _ = try await request.audited(.revocation) { (_) throws(IdentityError) in
        try await request.administrators.endSessions(of: id, except: request.visitor.session.token.text)
      }
      return .redirect(Self.path, notice: "sessions.othersEnded")
    }
  }

  private func addOthers(to routes: RootRouteTable) {
    let page = "administrators/{id}/sessions"
    routes.page(page, requires: .owner) { request in
      let administrator = try await request.administrator()
      return .page(
        request.page(
          "sessions", request.texts("sessions.titleOf", ["name": administrator.email]),
          try await SessionList(of: administrator.id, path: request.sessionsPath, request)))
    }
    routes.action("\(page)/end", requires: .owner, from: page) { request, form in
      let (id, name) = (try await request.administrator().id, try form.text("session"))
      _ = try await request.audited(.revocation) { (_) throws(IdentityError) in
        try await request.administrators.endSession(name, of: id)
      }
      return .redirect(request.sessionsPath, notice: "sessions.wasEnded")
    }
    routes.action("\(page)/end-others", requires: .owner, from: page) { request, _ in
      let id = try await request.administrator().id
      let isOwn = id == request.visitor.administrator?.account
      _ = try await request.audited(.revocation) { (_) throws(IdentityError) in
        try await request.administrators.endSessions(
          of: id, except: isOwn ? request.visitor.session.token.text : nil)
      }
      return .redirect(request.sessionsPath, notice: "sessions.othersEnded")
    }
  }
}

/// The content of a page of sessions.
struct SessionList: Sendable {
  struct Row: Sendable {
    let name: String
    let program: String
    let network: String
    let begun: String
    let lastSeen: String
    let isByOpenID: Bool
    let isCurrent: Bool
  }

  /// The base path of the page's actions.
  let path: String
  let isOwn: Bool
  let rows: [Row]
  /// True if there is a session that can be ended.
  let hasOthers: Bool
  let hasProvider: Bool
  let isLinked: Bool
  /// True if the provider's groups decide the administrator's roles.
  let isManaged: Bool
  let back: String

  init(of id: AccountID, path: String, _ request: RootRequest) async throws {
    let texts = request.texts
    self.path = path
    isOwn = path == SessionRoutes.path
    let isSelf = id == request.visitor.administrator?.account
    let sessions = try await request.administrators.sessions(
      of: id, current: isSelf ? request.visitor.session.token.text : nil)
    rows = sessions.map { session in
      Row(
        name: session.name, program: session.origin.program ?? texts("sessions.unknown"),
        network: session.origin.network ?? texts("sessions.unknown"), begun: texts.moment(session.begunAt),
        lastSeen: texts.moment(session.lastSeenAt), isByOpenID: session.isByOpenID,
        isCurrent: session.isCurrent)
    }
    hasOthers = rows.contains { !$0.isCurrent }
    hasProvider = try await request.administrators.openID() != nil
    let administrator = try await request.administrators.all().first { $0.id == id }
    isLinked = administrator?.hasOpenID ?? false
    isManaged = administrator?.isManaged ?? false
    back = isOwn ? ConsolePath.root : AdministratorRoutes.path
  }
}

extension RootRequest {
  /// - Throws: `USER_NOT_FOUND` on a development server, which has no accounts of administrators.
  fileprivate var ownID: AccountID {
    get throws {
      guard let id = visitor.administrator?.account else { throw WireError.notFound("USER_NOT_FOUND") }
      return id
    }
  }

  fileprivate var sessionsPath: String {
    "\(AdministratorRoutes.path)/\(ConsolePath.encode(parameters["id"] ?? ""))/sessions"
  }
}
