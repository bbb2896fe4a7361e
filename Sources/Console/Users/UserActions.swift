import Identity
import IdentityWire
import Operations

/// The actions on a user that need only a button, and no form. An action that cannot be undone has a confirmation page.
struct UserActions: Sendable {
  private static let page = UserPath.template

  func add(to routes: ConsoleRouteTable) {
    addSwitches(to: routes)
    addDeletion(to: routes)
    addProviders(to: routes)
    addPasskeys(to: routes)
    addFactors(to: routes)
    addRecoveryCodes(to: routes)
    addSessions(to: routes)
    addMails(to: routes)
  }

  private func addSwitches(to routes: ConsoleRouteTable) {
    for isDisabled in [true, false] {
      let path = "\(Self.page)/\(isDisabled ? "disable" : "enable")"
      routes.action(path, from: Self.page) { request, _ in
        let account = try await request.user()
        var update = UpdateRequest(of: account)
        update.disableUser = isDisabled
        try await request.update(update)
        return .redirect(
          UserPath.relative(account.id), notice: isDisabled ? "users.isDisabledNow" : "users.isEnabledNow")
      }
    }
  }

  private func addDeletion(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/delete", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      return request.confirm(
        account, "delete", title: texts("users.deleteTitle", ["user": account.title]),
        [texts("users.deleteHelp"), texts("users.disableInstead")], button: texts("users.delete"))
    }
    routes.action("\(Self.page)/delete", from: Self.page) { request, _ in
      let account = try await request.user()
      var deletion = DeleteRequest()
      deletion.localId = account.id.rawValue
      _ = try await request.audited(.deletion) { [deletion] in
        try await request.domain.service.delete(deletion, request.caller)
      }
      return .redirect("users", notice: "users.deleted")
    }
  }

  private func addProviders(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/unlink", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      let provider = request.query["provider"] ?? ""
      guard ProviderUserInfo.list(of: account).contains(where: { $0.providerId == provider }) else {
        throw WireError.notFound("NO_SUCH_PROVIDER")
      }
      let name = SignInMethodNames(request)(provider)
      let isLast = ProviderUserInfo.list(of: account).count == 1
      return request.confirm(
        account, "unlink",
        title: texts("users.unlinkTitle", ["provider": name, "user": account.title]),
        [texts("users.unlinkHelp", ["provider": name])] + (isLast ? [texts("users.unlinkLast")] : []),
        button: texts("users.unlink"), fields: [.init(name: "provider", value: provider)])
    }
    routes.action("\(Self.page)/unlink", from: Self.page) { request, form in
      let account = try await request.user()
      var update = UpdateRequest(of: account)
      update.deleteProvider = [try form.text("provider")]
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.unlinked")
    }
  }

  private func addPasskeys(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/passkey", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      guard let passkey = account.passkeys.first(where: { $0.id.rawValue == request.query["passkey"] }) else {
        throw WireError.notFound("PASSKEY_ENROLLMENT_NOT_FOUND")
      }
      return request.confirm(
        account, "passkey",
        title: texts("users.passkeyTitle", ["passkey": passkey.name, "user": account.title]),
        [texts("users.passkeyHelp")] + (hasOnlyOnePasskey(account) ? [texts("users.unlinkLast")] : []),
        button: texts("users.removePasskey"), fields: [.init(name: "passkey", value: passkey.id.rawValue)])
    }
    routes.action("\(Self.page)/passkey", from: Self.page) { request, form in
      let account = try await request.user()
      let id = try form.text("passkey", maximum: 2_048)
      guard account.passkeys.contains(where: { $0.id.rawValue == id }) else {
        throw WireError.badRequest("PASSKEY_ENROLLMENT_NOT_FOUND")
      }
      var update = UpdateRequest(of: account)
      update.deletePasskey = [id]
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.passkeyRemoved")
    }
  }

  /// True if the user's only way to sign in is one passkey.
  private func hasOnlyOnePasskey(_ account: Account) -> Bool {
    account.passkeys.count == 1 && ProviderUserInfo.list(of: account).isEmpty
  }

  private func addFactors(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/factor", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      guard let factor = account.factors.first(where: { $0.enrollmentID == request.query["factor"] }) else {
        throw WireError.notFound("MFA_ENROLLMENT_NOT_FOUND")
      }
      return request.confirm(
        account, "factor", title: texts("users.factorTitle", ["user": account.title]),
        [texts("users.factorHelp")], button: texts("users.removeFactor"),
        fields: [.init(name: "factor", value: factor.enrollmentID)])
    }
    routes.action("\(Self.page)/factor", from: Self.page) { request, form in
      let account = try await request.user()
      let id = try form.text("factor")
      guard account.factors.contains(where: { $0.enrollmentID == id }) else {
        throw WireError.badRequest("MFA_ENROLLMENT_NOT_FOUND")
      }
      var update = UpdateRequest(of: account)
      update.mfa = MFAInfo()
      update.mfa?.enrollments = account.factors.filter { $0.enrollmentID != id }.map(MFAFactor.init)
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.factorRemoved")
    }
  }

  private func addRecoveryCodes(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/recovery-codes", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      return request.confirm(
        account, "recovery-codes", title: texts("users.recoveryCodesTitle", ["user": account.title]),
        [texts("users.recoveryCodesHelp")], button: texts("users.deleteRecoveryCodes"))
    }
    routes.action("\(Self.page)/recovery-codes", from: Self.page) { request, _ in
      let account = try await request.user()
      try await request.audited(.recoveryCodeChange) {
        try await request.domain.service.deleteRecoveryCodes(of: account.id.rawValue, request.caller)
      }
      return .redirect(UserPath.relative(account.id), notice: "users.recoveryCodesDeleted")
    }
  }

  private func addSessions(to routes: ConsoleRouteTable) {
    routes.page("\(Self.page)/sessions", requires: .editor) { request in
      let account = try await request.user()
      let texts = request.texts
      guard let name = request.query["session"], !name.isEmpty else {
        return request.confirm(
          account, "sessions", title: texts("users.endAllTitle", ["user": account.title]),
          [texts("users.endAllHelp")], button: texts("users.endAll"))
      }
      return request.confirm(
        account, "sessions", title: texts("users.endTitle", ["user": account.title]),
        [texts("users.endHelp")], button: texts("users.end"), fields: [.init(name: "session", value: name)])
    }
    routes.action("\(Self.page)/sessions", from: Self.page) { request, form in
      let account = try await request.user()
      let service = request.domain.service
      if let name = form["session"] {
        try await request.audited(.revocation) {
          try await service.endSession(name, of: account.id.rawValue, request.caller)
        }
        return .redirect(UserPath.relative(account.id), notice: "users.sessionEnded")
      }
      var update = UpdateRequest(of: account)
      update.validSince = Int64Text(request.now.seconds)
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.sessionsEnded")
    }
  }

  private func addMails(to routes: ConsoleRouteTable) {
    routes.action("\(Self.page)/mail", from: Self.page) { request, form in
      let account = try await request.user()
      let kind = try form.text("kind")
      var mail = SendOobCodeRequest()
      mail.requestType = kind == "verify" ? .verifyEmail : .passwordReset
      guard let email = account.email else { throw WireError.badRequest("MISSING_EMAIL") }
      mail.email = email.text
      _ = try await request.audited(.codeRequest) { [mail] in
        try await request.domain.service.sendOobCode(mail, request.caller)
      }
      return .redirect(
        UserPath.relative(account.id), notice: kind == "verify" ? "users.verificationSent" : "users.resetSent"
      )
    }
  }
}

extension ConsoleRequest {
  /// Asks for confirmation of an action, at a path below the user's page.
  fileprivate func confirm(
    _ account: Account, _ path: String, title: String, _ paragraphs: [String], button: String,
    fields: [ConfirmPage.Field] = []
  ) -> ConsolePage {
    .confirm(
      .users,
      ConfirmPage(
        title: title, paragraphs: paragraphs, action: userPath(account.id, path),
        cancel: userPath(account.id), button: button, fields: fields))
  }
}
