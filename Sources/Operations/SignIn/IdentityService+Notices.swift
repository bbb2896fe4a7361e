import Identity
import IdentityProviders
import IdentityWire
import Messaging

extension IdentityService {
  /// Tells the user that a second factor was added or removed; nil for one who has no address.
  func secondFactorNotice(
    _ kind: MessageKind, _ factor: EnrolledFactor, of account: Account, _ caller: Caller
  ) throws(IdentityError) -> PreparedMail? {
    guard let email = account.email else { return nil }
    var values = MessageValues(appName: caller.appName)
    values.secondFactor = .init(
      phoneNumber: factor.phoneNumber.map(MfaEnrollment.obfuscated), name: factor.displayName)
    return try notice(kind, values, to: email, of: account, caller)
  }

  /// Tells the user that a recovery code was used, or that they have new ones; nil for one who has no address.
  func recoveryCodeNotice(_ kind: MessageKind, of account: Account, _ caller: Caller) throws(IdentityError)
    -> PreparedMail?
  {
    guard let email = account.email else { return nil }
    return try notice(kind, MessageValues(appName: caller.appName), to: email, of: account, caller)
  }

  /// Tells the user at the address that they had proved which ways to sign in were added and removed, and that their
  /// password is another. The change happens whatever becomes of the mails: where there is no mail server, or the
  /// mailbox has had many, there are none.
  ///
  /// - Parameter before: the account as it was.
  func signInNotices(of changes: SignInMethodChanges, of before: Account, _ caller: Caller) -> [PreparedMail]
  {
    guard !changes.isEmpty, let email = before.noticeAddress, messages.sends(.mail) else { return [] }
    var told: [(MessageKind, [SignInMethod])] = []
    if !changes.added.isEmpty { told.append((.signInMethodAdded, changes.added)) }
    if !changes.removed.isEmpty { told.append((.signInMethodRemoved, changes.removed)) }
    if changes.passwordChanged { told.append((.passwordChanged, [])) }
    return told.compactMap { kind, methods in limitedNotice(kind, methods, to: email, of: before, caller) }
  }

  /// Tells the user of a verified address that one of their passkeys may have been copied. The mail is no part of what
  /// becomes of the sign-in, apart from the redemption of its challenge.
  ///
  /// - Throws: ``StoreError/alreadyRedeemed``, and sends nothing then.
  func notifyOfCopy(
    of passkey: Passkey, _ account: Account, _ caller: Caller, alsoWriting consumptions: [StoreWrite]
  ) async throws(StoreError) {
    let method = SignInMethod.passkey(id: passkey.id, name: passkey.name)
    var mail: PreparedMail?
    if let email = account.noticeAddress, messages.sends(.mail) {
      mail = limitedNotice(.passkeyCopied, [method], to: email, of: account, caller)
    }
    let writes = consumptions + (mail?.writes ?? [])
    do throws(StoreError) {
      if !writes.isEmpty { try await store.apply(writes) }
    } catch {
      if case .alreadyRedeemed = error { throw error }
      log.error("a notice could not be stored", metadata: ["cause": "\(error)"])
      return
    }
    await notify(mail)
  }

  /// Nil where the mailbox has had many of the kind.
  private func limitedNotice(
    _ kind: MessageKind, _ methods: [SignInMethod], to email: EmailAddress, of account: Account,
    _ caller: Caller
  ) -> PreparedMail? {
    let key = projects.throttleKey("notice/\(kind.rawValue)", of: email.mailbox, in: caller.scope)
    let local = LocalThrottles.Key(kind: key.kind, subject: key.subject)
    guard noticeThrottles.refusal(of: local, limits.mailsPerMailbox, now: clock.now()) == nil else {
      return nil
    }
    var values = MessageValues(appName: caller.appName)
    values.signInMethods = methods.map { name(of: $0, caller) }
    return try? notice(kind, values, to: email, of: account, caller)
  }

  private func notice(
    _ kind: MessageKind, _ known: MessageValues, to email: EmailAddress, of account: Account, _ caller: Caller
  ) throws(IdentityError) -> PreparedMail {
    let now = clock.now()
    var values = known
    values.email = email.text
    values.displayName = account.displayName
    let mail = OutgoingMail(
      scope: caller.scope, to: email, compose(kind, values, caller), senderName: caller.appName,
      sender: caller.project.messages[kind], isNotice: true, isDispensable: true, sentAt: now,
      expiresAt: now.adding(seconds: OOBCode.retention))
    return PreparedMail(writes: try queueing(mail, .notice), message: mail)
  }

  private func name(of method: SignInMethod, _ caller: Caller) -> MessageValues.SignInMethod {
    switch method {
    case .password: .password
    case .emailLink: .emailLink
    case .phone(let number): .phone(MfaEnrollment.obfuscated(number))
    case .passkey(_, let name): .passkey(name)
    case .provider(let id, _):
      .provider(
        caller.provider(id)?.displayName ?? caller.samlProvider(id)?.displayName
          ?? ProviderCatalog.entry(for: id)?.name ?? id)
    }
  }
}
