import Identity
import IdentityWire
import Messaging

extension IdentityService {
  /// `accounts:sendOobCode`: mails a link that does something to an account, or hands it to an administrator.
  ///
  /// With e-mail enumeration protection an address that nobody has is answered as any other, after the same
  /// work: a code is made and written that nobody receives. On a server without a mail server no address is
  /// sent anything: `OPERATION_NOT_ALLOWED`.
  public func sendOobCode(_ request: SendOobCodeRequest, _ caller: Caller) async throws(IdentityError)
    -> SendOobCodeResponse
  {
    guard let type = request.requestType, type != .unspecified else { throw .refused(.missingReqType) }
    let returnsLink = request.returnOobLink == true
    if returnsLink, !caller.isAdministrator {
      throw .refused(.insufficientPermission, "Only an administrator may ask for the link.")
    }
    // Before anything is looked up: it must not tell who has an account.
    if !returnsLink { try requireDelivery(by: .mail) }
    let settings = try ActionCodeSettings(request, caller)
    try await count(mailRequest(caller, now: clock.now()))
    let order = try await order(type, request, caller)
    let delivery: MailDelivery = returnsLink ? .handedOut : order.isDelivered ? .sent : .pretended
    let mail = try prepareMail(
      order.code, to: order.recipient, settings: settings, delivery: delivery,
      displayName: order.displayName, caller)
    try await storing { () async throws(StoreError) in try await store.apply(mail.writes) }

    var response = SendOobCodeResponse()
    response.email = order.answered?.text ?? order.code.email?.text
    if returnsLink {
      messages.note(handedOut: .mail(mail.message))
      response.oobCode = mail.message.code
      response.oobLink = mail.message.link
    } else if order.isDelivered {
      do {
        try await messages.send(.mail(mail.message))
      } catch {
        throw .unavailable(.internalError, cause: "a mail could not be sent: \(error.reason)")
      }
    }
    return response
  }

  /// - Throws: `OPERATION_NOT_ALLOWED` on a server that is not set up to send such messages.
  func requireDelivery(by channel: OutboxEntry.Channel) throws(IdentityError) {
    guard messages.sends(channel) else {
      let cause = channel == .mail ? "no mail server is configured" : "no SMS gateway is configured"
      throw IdentityError.refused(.operationNotAllowed).because(cause)
    }
  }

  private struct OOBOrder {
    var code: OOBCode
    var recipient: EmailAddress
    /// The address of the answer, where it must not tell how an account's is spelled; nil for the code's.
    var answered: EmailAddress?
    /// The account's.
    var displayName: String?
    /// False for a mail that only looks, from outside, as if it was sent.
    var isDelivered = true
  }

  private func order(_ type: OobRequestType, _ request: SendOobCodeRequest, _ caller: Caller)
    async throws(IdentityError) -> OOBOrder
  {
    switch type {
    case .emailSignIn:
      guard caller.signIn.emailLinkEnabled else { throw .refused(.operationNotAllowed) }
      let typed = try Self.requiredEmail(request.email)
      guard typed.address.isMailable else { throw .refused(.invalidEmail) }
      // The code opens the address that it is mailed to: an account in the typed spelling gets it there.
      let email = try await typed.spelling == nil ? nil : account(named: typed, caller)?.email
      return OOBOrder(
        code: OOBCode(.emailSignIn, email: email ?? typed.address, account: nil, now: clock.now()),
        recipient: email ?? typed.address, answered: typed.candidates.first)
    case .passwordReset: return try await passwordReset(request, caller)
    case .verifyEmail:
      let account = try await subject(of: request, caller, changesAddress: false).account
      guard let email = account.email else { throw .refused(.missingEmail) }
      return OOBOrder(
        code: OOBCode(.verifyEmail, email: email, account: account, now: clock.now()), recipient: email,
        displayName: account.displayName)
    case .verifyAndChangeEmail: return try await changeOfAddress(request, caller)
    default:
      throw .unimplemented("The request type \(type.rawValue) is not implemented.")
    }
  }

  private func passwordReset(_ request: SendOobCodeRequest, _ caller: Caller) async throws(IdentityError)
    -> OOBOrder
  {
    let typed = try Self.requiredEmail(request.email)
    let account = try await account(named: typed, caller)
    let email = account?.email ?? typed.address
    let isHidden = caller.signIn.emailEnumerationProtection && request.returnOobLink != true
    if account == nil, !isHidden { throw .refused(.emailNotFound) }
    var code = OOBCode(.passwordReset, email: email, account: account, now: clock.now())
    if account == nil {
      // As long as any other.
      code.accountID = .random(random)
      code.passwordUpdatedAt = clock.now()
      code.accountCreatedAt = clock.now()
    }
    return OOBOrder(
      code: code, recipient: email, answered: typed.candidates.first, displayName: account?.displayName,
      isDelivered: account != nil)
  }

  private func changeOfAddress(_ request: SendOobCodeRequest, _ caller: Caller) async throws(IdentityError)
    -> OOBOrder
  {
    guard let text = request.newEmail, !text.isEmpty else { throw .refused(.missingNewEmail) }
    guard let newEmail = EmailAddress(text), newEmail.isMailable else {
      throw .refused(.invalidNewEmail)
    }
    let (account, signedInAt) = try await subject(of: request, caller, changesAddress: true)
    let owner = try await storing { () async throws(StoreError) in
      try await store.account(holding: newEmail, in: caller.scope)
    }
    let isHidden = caller.signIn.emailEnumerationProtection && request.returnOobLink != true
    if owner != nil, !isHidden { throw .refused(.emailExists) }
    var code = OOBCode(.verifyAndChangeEmail, email: account.email, account: account, now: clock.now())
    code.newEmail = newEmail
    code.signedInAt = signedInAt
    return OOBOrder(
      code: code, recipient: newEmail, displayName: account.displayName, isDelivered: owner == nil)
  }

  /// The account that a mail is about: by ID token, or by address where an administrator asks for the link, or for a
  /// mail to the account's own address. With an ID token also when its user had signed in.
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
    let (token, account) = try await authenticate(idToken, caller)
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
