import Identity
import IdentityWire
import Operations

/// `users/id-<uid>`: everything about a user.
struct UserPage: Sendable {
  /// The number of audit records on this page; another page has the others.
  private static let events = 10

  func add(to routes: ConsoleRouteTable) {
    routes.page(UserPath.template) { request in try await show(request) }
  }

  private func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let account = try await request.user()
    let texts = request.texts
    let id = account.id
    let name = SignInMethodNames(request)
    async let sessions = request.domain.service.sessions(of: id.rawValue, request.caller)
    let trail = try await request.domain.trail.page(
      of: id.rawValue, from: nil, limit: Self.events, request.caller)
    let open = try await sessions
    let content = Content(
      uid: id.rawValue, title: account.title, facts: facts(account, texts),
      isDisabled: account.disabled, hasEmail: account.email != nil,
      isVerified: account.emailVerified,
      methods: methods(account, name, request), passkeys: passkeys(account, request),
      factors: factors(account, request),
      recoveryCodes: account.recoveryCodes.map { codes in
        texts(
          "users.recoveryCodesLeft",
          ["count": String(codes.hashes.count), "moment": texts.moment(codes.madeAt)])
      },
      recoveryCodesPath: request.userPath(id, "recovery-codes"),
      sessions: open.map { session in
        SessionRow(
          name: session.name, provider: name(session.provider),
          network: session.origin.network, program: session.origin.program,
          secondFactor: session.secondFactor.map { texts("users.factor.\($0)") },
          authenticatedAt: texts.moment(session.authenticatedAt),
          lastUsedAt: texts.moment(session.lastUsedAt),
          expiresAt: texts.moment(session.expiresAt),
          endPath: request.userPath(id, "sessions", query: ["session": session.name]))
      },
      isListCut: open.count >= IdentityService.maximumListedSessions, hasSessions: !open.isEmpty,
      claims: account.customAttributes, events: trail.events.map { EventRow($0, texts) },
      hasMoreEvents: trail.next != nil, hasEvents: !trail.events.isEmpty,
      listPath: request.path("users"), editPath: request.userPath(id, "edit"),
      passwordPath: request.userPath(id, "password"), claimsPath: request.userPath(id, "claims"),
      deletePath: request.userPath(id, "delete"), disablePath: request.userPath(id, "disable"),
      enablePath: request.userPath(id, "enable"), mailPath: request.userPath(id, "mail"),
      sessionsPath: request.userPath(id, "sessions"), trailPath: request.userPath(id, "trail"))
    return ConsolePage(section: .users, title: account.title, template: "users_user", content: content)
  }

  private func facts(_ account: Account, _ texts: ConsoleTexts) -> [Fact] {
    let password = account.password.map { _ in
      account.passwordUpdatedAt.map { texts("users.passwordSince", ["moment": texts.moment($0)]) }
        ?? texts("common.yes")
    }
    return [
      Fact(texts("common.email"), account.email?.text, badge: emailBadge(account, texts)),
      Fact(texts("users.initialEmail"), account.initialEmail.flatMap { $0 == account.email ? nil : $0.text }),
      Fact(texts("common.phone"), account.phoneNumber), Fact(texts("common.name"), account.displayName),
      Fact(texts("users.photo"), account.photoURL), Fact(texts("common.password"), password),
      Fact(texts("common.created"), texts.moment(account.createdAt)),
      Fact(texts("users.lastSignIn"), texts.moment(account.lastLoginAt) ?? texts("common.never")),
      Fact(
        texts("users.tokensSince"),
        account.tokenEpoch == 0 ? nil : texts.moment(account.validSince)),
    ].filter { $0.value != nil }
  }

  private func emailBadge(_ account: Account, _ texts: ConsoleTexts) -> Badge? {
    guard account.email != nil else { return nil }
    return account.emailVerified
      ? Badge(title: texts("users.verified"), isGood: true)
      : Badge(title: texts("users.unverified"), isGood: false)
  }

  private func methods(_ account: Account, _ name: SignInMethodNames, _ request: ConsoleRequest)
    -> [MethodRow]
  {
    ProviderUserInfo.list(of: account).map { info in
      let about = [info.email ?? info.phoneNumber, info.displayName, info.screenName].compactMap(\.self)
      let isOwn = info.providerId == "password" || info.providerId == "phone"
      return MethodRow(
        name: name(info.providerId), identifier: isOwn ? nil : info.rawId,
        about: about.first,
        unlinkPath: request.userPath(account.id, "unlink", query: ["provider": info.providerId]))
    }
  }

  private func passkeys(_ account: Account, _ request: ConsoleRequest) -> [PasskeyRow] {
    let rpID = request.domain.administration.passkeyConfig(of: request.caller).rpId
    let usable = rpID.map { account.passkeys(madeFor: $0).map(\.id) }
    return account.passkeys.map { passkey in
      let isStranded = !passkey.isMadeUp && usable?.contains(passkey.id) == false
      return PasskeyRow(
        name: passkey.name,
        stranded: isStranded ? request.texts("users.passkeyStranded", ["domain": passkey.rpID]) : nil,
        created: request.texts.moment(passkey.createdAt),
        lastUsed: request.texts.moment(passkey.lastUsedAt),
        removePath: request.userPath(account.id, "passkey", query: ["passkey": passkey.id.rawValue]))
    }
  }

  private func factors(_ account: Account, _ request: ConsoleRequest) -> [FactorRow] {
    let texts = request.texts
    return account.factors.map { factor in
      let (kind, number): (String, String?) =
        switch factor.kind {
        case .phone(let number): ("phone", number)
        case .totp: ("totp", nil)
        }
      return FactorRow(
        kind: texts("users.factor.\(kind)"), number: number, name: factor.displayName,
        enrolledAt: texts.moment(factor.enrolledAt),
        removePath: request.userPath(account.id, "factor", query: ["factor": factor.enrollmentID]))
    }
  }

  private struct Badge: Sendable {
    let title: String
    let isGood: Bool
  }

  private struct Fact: Sendable {
    let name: String
    let value: String?
    let badge: Badge?

    init(_ name: String, _ value: String?, badge: Badge? = nil) {
      self.name = name
      self.value = value
      self.badge = badge
    }
  }

  private struct MethodRow: Sendable {
    let name: String
    let identifier: String?
    let about: String?
    let unlinkPath: String
  }

  private struct PasskeyRow: Sendable {
    let name: String
    /// Set if the passkey belongs to another RP ID.
    let stranded: String?
    let created: String
    let lastUsed: String?
    let removePath: String
  }

  private struct FactorRow: Sendable {
    let kind: String
    let number: String?
    let name: String?
    let enrolledAt: String
    let removePath: String
  }

  private struct SessionRow: Sendable {
    let name: String
    let provider: String
    let network: String?
    let program: String?
    let secondFactor: String?
    let authenticatedAt: String
    let lastUsedAt: String?
    let expiresAt: String?
    let endPath: String
  }

  private struct Content: Sendable {
    let uid: String
    let title: String
    let facts: [Fact]
    let isDisabled: Bool
    let hasEmail: Bool
    let isVerified: Bool
    let methods: [MethodRow]
    let passkeys: [PasskeyRow]
    let factors: [FactorRow]
    /// The number of unused codes; nil if the user has none.
    let recoveryCodes: String?
    let recoveryCodesPath: String
    let sessions: [SessionRow]
    let isListCut: Bool
    let hasSessions: Bool
    let claims: String?
    let events: [EventRow]
    let hasMoreEvents: Bool
    let hasEvents: Bool
    let listPath: String
    let editPath: String
    let passwordPath: String
    let claimsPath: String
    let deletePath: String
    let disablePath: String
    let enablePath: String
    let mailPath: String
    let sessionsPath: String
    let trailPath: String
  }
}

extension ConsoleDomain {
  /// The audit log's records of accounts.
  var trail: AccountTrail { AccountTrail(audit: audit, projects: service.projects) }
}
