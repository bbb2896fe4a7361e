import Identity
import IdentityProviders
import IdentityWire
import Messaging

extension IdentityService {
  /// Makes a notice that a second factor was added or removed; nil for a user without an address.
  func secondFactorNotice(
    _ kind: MessageKind, _ factor: EnrolledFactor, of account: Account, _ caller: Caller
  ) throws(IdentityError) -> PreparedMail? {
    guard let email = account.email else { return nil }
    var values = MessageValues(appName: caller.appName)
    values.secondFactor = .init(
      phoneNumber: factor.phoneNumber.map(MfaEnrollment.obfuscated), name: factor.displayName)
    return try notice(kind, values, to: email, of: account, caller)
  }

  /// Makes a notice that a recovery code was used, or that there are new codes; nil for a user without an address.
  func recoveryCodeNotice(_ kind: MessageKind, of account: Account, _ caller: Caller) throws(IdentityError)
    -> PreparedMail?
  {
    guard let email = account.email else { return nil }
    return try notice(kind, MessageValues(appName: caller.appName), to: email, of: account, caller)
  }

  /// Makes notices about added and removed ways to sign in and a changed password, to the verified address
  /// that the user had before. The change happens in any case: there are no notices without a mail server, or
  /// if the mailbox has reached its limit.
  ///
  /// - Parameter before: the account before the change.
  func signInNotices(of changes: SignInMethodChanges, of before: Account, _ caller: Caller) -> [PreparedMail]
  {
    guard !changes.isEmpty, let email = before.noticeAddress, sends(.mail, for: caller.project) else {
      return []
    }
    var told: [(MessageKind, [SignInMethod])] = []
    if !changes.added.isEmpty { told.append((.signInMethodAdded, changes.added)) }
    if !changes.removed.isEmpty { told.append((.signInMethodRemoved, changes.removed)) }
    if changes.passwordChanged { told.append((.passwordChanged, [])) }
    return told.compactMap { kind, methods in limitedNotice(kind, methods, to: email, of: before, caller) }
  }

  /// Notifies the user, at a verified address, that one of their passkeys may have been copied. The mail is sent even
  /// if the sign-in is refused, but not for a challenge that was used before.
  ///
  /// - Throws: ``StoreError/alreadyRedeemed`` if the challenge was used before.
  func notifyOfCopy(
    of passkey: Passkey, _ account: Account, _ caller: Caller, alsoWriting consumptions: [StoreWrite]
  ) async throws(StoreError) {
    let method = SignInMethod.passkey(id: passkey.id, name: passkey.name)
    var mail: PreparedMail?
    if let email = account.noticeAddress, sends(.mail, for: caller.project) {
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

  /// Nil if the mailbox has reached the limit for this kind.
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
    case .customToken: .provider(caller.appName)
    }
  }
}
