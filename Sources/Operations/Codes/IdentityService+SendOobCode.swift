import Identity
import IdentityWire
import Messaging

extension IdentityService {
  /// `accounts:sendOobCode`: mails a link with a one-time code, or hands it to an administrator.
  ///
  /// With e-mail enumeration protection, an unknown address gets the same response after the same work: the server
  /// makes and stores a code and a mail, but does not send the mail. A server without a mail server refuses every
  /// address: `OPERATION_NOT_ALLOWED`.
  ///
  /// The project's function `beforeSendEmail` is called for each mail, but not for a link that an administrator
  /// receives.
  public func sendOobCode(_ request: SendOobCodeRequest, _ caller: Caller) async throws(IdentityError)
    -> SendOobCodeResponse
  {
    guard let type = request.requestType, type != .unspecified else { throw .refused(.missingReqType) }
    let returnsLink = request.returnOobLink == true
    if returnsLink, !caller.isAdministrator {
      throw .refused(.insufficientPermission, "Only an administrator may ask for the link.")
    }
    // Checked before any lookup: the error must not reveal who has an account.
    if !returnsLink { try requireDelivery(by: .mail, for: caller.project) }
    if type == .passwordReset || type == .emailSignIn {
      try await requireCaptcha(request.captchaResponse, for: .passwordReset, to: request.email, caller)
    }
    let settings = try ActionCodeSettings(request, caller)
    try await count(mailRequest(caller, now: clock.now()))
    let mailed = try await mailedCode(type, request, caller)
    let delivery: MailDelivery = returnsLink ? .handedOut : mailed.isDelivered ? .sent : .pretended
    // The function is asked even about a mail that is not really sent: neither the answer nor its time must reveal
    // this.
    let tries = returnsLink ? [] : try await consult(about: mailed, caller)
    let mail = try prepareMail(
      mailed.code, to: mailed.recipient, settings: settings, delivery: delivery, counting: tries,
      displayName: mailed.displayName, caller)
    var response = SendOobCodeResponse()
    response.email = mailed.answered?.text ?? mailed.code.email?.text
    if returnsLink {
      try await storing { () async throws(StoreError) in try await store.apply(mail.writes) }
      messages.note(handedOut: .mail(mail.message))
      response.oobCode = mail.message.code
      response.oobLink = mail.message.link
    } else {
      try await send(mail)
    }
    return response
  }

  /// Asks the project's function `beforeSendEmail` about a requested mail, and counts the mail.
  ///
  /// - Returns: the writes to apply together with the mail.
  /// - Throws: the errors of ``consult(about:counting:_:)``.
  func consult(about mailed: MailedCode, _ caller: Caller) async throws(IdentityError) -> [StoreWrite] {
    let (kind, recipient) = (mailed.code.kind, mailed.recipient)
    return try await consult(
      about: .mail(kind, to: recipient),
      counting: mail(kind, to: recipient, caller, now: clock.now()), caller)
  }

  /// - Throws: `OPERATION_NOT_ALLOWED` if neither the server nor the project is set up to send such messages.
  func requireDelivery(by channel: OutboxEntry.Channel, for project: Project) throws(IdentityError) {
    guard sends(channel, for: project) else {
      let cause = channel == .mail ? "no mail server is configured" : "no SMS gateway is configured"
      throw IdentityError.refused(.operationNotAllowed).because(cause)
    }
  }

  /// Loads the accounts that a code concerns, and decides about it.
  private func mailedCode(_ type: OobRequestType, _ request: SendOobCodeRequest, _ caller: Caller)
    async throws(IdentityError) -> MailedCode
  {
    let hidesAccounts = caller.signIn.emailEnumerationProtection && request.returnOobLink != true
    switch type {
    case .emailSignIn:
      guard caller.signIn.emailLinkEnabled else { throw .refused(.operationNotAllowed) }
      let typed = try Self.requiredEmail(request.email)
      guard typed.address.isMailable else { throw .refused(.invalidEmail) }
      let holder = try await typed.spelling == nil ? nil : account(named: typed, caller)
      return .signIn(at: typed, holder: holder, now: clock.now())
    case .passwordReset:
      let typed = try Self.requiredEmail(request.email)
      let account = try await account(named: typed, caller)
      return try .passwordReset(
        of: typed, account: account, hidesAccounts: hidesAccounts, newID: .random(random), now: clock.now())
    case .verifyEmail:
      let account = try await subject(of: request, caller, changesAddress: false).account
      return try .verification(of: account, now: clock.now())
    case .verifyAndChangeEmail:
      guard let text = request.newEmail, !text.isEmpty else { throw .refused(.missingNewEmail) }
      guard let newEmail = EmailAddress(text), newEmail.isMailable else { throw .refused(.invalidNewEmail) }
      let (account, signedInAt) = try await subject(of: request, caller, changesAddress: true)
      // An account's first address is treated like a sign-up.
      if account.isUnvouched { try await requireCaptcha(request.captchaResponse, for: .signUp, caller) }
      let holder = try await storing { () async throws(StoreError) in
        try await store.account(holding: newEmail, in: caller.scope)
      }
      return try .changeOfAddress(
        of: account, to: newEmail, holder: holder, signedInAt: signedInAt, hidesAccounts: hidesAccounts,
        now: clock.now())
    default:
      throw .unimplemented("The request type \(type.rawValue) is not implemented.")
    }
  }

  /// Returns the account that a mail is about. An ID token selects the account. For an administrator's link, or a
  /// mail to the account's own address, the address selects it. With an ID token, also returns the time of the user's
  /// sign-in.
  private func subject(of request: SendOobCodeRequest, _ caller: Caller, changesAddress: Bool)
    async throws(IdentityError) -> (account: Account, signedInAt: Instant?)
  {
    let isNamed = request.returnOobLink == true || !changesAddress && request.email?.isEmpty == false
    if caller.isAdministrator, isNamed, request.idToken == nil {
      let email = try Self.requiredEmail(request.email)
      guard let found = try await account(named: email, caller) else { throw .refused(.userNotFound) }
      return (found, nil)
    }
    guard let idToken = request.idToken, !idToken.isEmpty else {
      throw .refused(changesAddress ? .missingIDToken : .invalidIDToken)
    }
    // Users who have yet to enrol a second factor must verify their address first.
    let (token, account) = try await authenticate(idToken, caller, mayLackFactor: !changesAddress)
    if changesAddress { try token.session.requireRecent(for: account, now: clock.now()) }
    return (account, token.authenticatedAt)
  }

  func account(named email: TypedEmail, _ caller: Caller) async throws(IdentityError) -> Account? {
    try await storing { () async throws(StoreError) in
      try await store.account(named: email, in: caller.scope)
    }
  }

  static func requiredEmail(_ text: String?) throws(IdentityError) -> TypedEmail {
    guard let text, !text.isEmpty else { throw .refused(.missingEmail) }
    return try email(text)
  }
}
