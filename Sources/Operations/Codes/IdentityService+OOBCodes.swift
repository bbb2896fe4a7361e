import Identity
import IdentityProviders
import IdentityWire
import Logging
import Messaging
import Secrets

/// A new code in a mail that has yet to be written and sent.
struct PreparedMail: Sendable {
  var writes: [StoreWrite]
  var message: OutgoingMail
}

/// The handling of a mail.
enum MailDelivery: Sendable {
  /// A user asked for it. It is sent.
  case sent
  /// It is not sent, but an observer cannot find out: the mail is a decoy.
  case pretended
  /// An administrator receives the link and sends it themselves.
  case handedOut
  /// It informs the user of a change that was made.
  case notice
}

/// A valid code that a client presents. It is not consumed before ``consumption`` is written.
struct PresentedOOBCode: Sendable {
  var text: String
  var payload: OOBCode
  var consumption: StoreWrite
}

extension IdentityService {
  // MARK: Making

  /// Makes a new code and its mail.
  ///
  /// - Parameters:
  ///   - delivery: the handling of the mail.
  ///   - tries: the counters of the mail, as in ``mail(_:to:_:now:)``.
  ///   - displayName: the account's display name.
  func prepareMail(
    _ code: OOBCode, to: EmailAddress, settings: ActionCodeSettings = .init(),
    delivery: MailDelivery = .sent, counting tries: [StoreWrite], displayName: String? = nil,
    _ caller: Caller
  ) throws(IdentityError) -> PreparedMail {
    let now = clock.now()
    let minted = try vault.mint(
      code, for: .oobCode, scope: caller.scope, now: now,
      expiresAt: code.expiresAt.adding(seconds: OOBCode.retention))
    let link = try caller.links.link(code.kind, code: minted.token.text, settings, caller)
    let values = MessageValues(
      appName: caller.appName, email: (code.email ?? to).text, newEmail: code.newEmail?.text, link: link,
      displayName: displayName)
    let mail = OutgoingMail(
      scope: caller.scope, to: to, requestType: code.kind.rawValue, accountEmail: code.email,
      newEmail: code.newEmail, code: minted.token.text, link: link,
      compose(code.messageKind, values, caller), senderName: caller.appName,
      sender: caller.project.messages[code.messageKind], isNotice: delivery == .notice,
      isDecoy: delivery == .pretended, sentAt: now, expiresAt: code.expiresAt)
    return PreparedMail(writes: tries + (try queueing(mail, delivery)) + [minted.write], message: mail)
  }

  /// Returns the writes that queue a mail. They come first in a transaction, so that a full queue stops the
  /// transaction.
  func queueing(_ mail: OutgoingMail, _ delivery: MailDelivery) throws(IdentityError) -> [StoreWrite] {
    guard delivery != .handedOut else { return [] }
    do {
      return try messages.writes(for: .mail(mail))
    } catch {
      guard delivery == .notice else {
        throw .unavailable(.internalError, cause: "a mail could not be sent: \(error.reason)")
      }
      log.error("a mail could not be sent", metadata: ["cause": "\(error.reason)"])
      return []
    }
  }

  /// Makes a recovery code for the address that a change removes from an account. Nil if no address is
  /// removed, if the ``RecoveryPolicy`` excludes the address, or if too many changes can be undone already.
  ///
  /// - Parameter account: the account to be written. The change is noted in it.
  func recoveryMail(from before: Account, to account: inout Account, _ caller: Caller) throws(IdentityError)
    -> PreparedMail?
  {
    let code = OOBCode.recovery(
      from: before, to: &account, caller.links.recovery, newID: random.alphanumeric(20), now: clock.now())
    guard let code, let old = code.email else { return nil }
    let tries = mail(code.kind, to: old, caller, now: clock.now())
    return try prepareMail(
      code, to: old, delivery: .notice, counting: tries, displayName: before.displayName, caller)
  }

  /// Stores a requested mail and hands it to the sender. Nothing else happens for a mail that is sent than for one that
  /// is only pretended.
  func send(_ mail: PreparedMail) async throws(IdentityError) {
    try await storing { () async throws(StoreError) in try await store.apply(mail.writes) }
    do {
      try await messages.send(.mail(mail.message))
    } catch {
      throw .unavailable(.internalError, cause: "a mail could not be sent: \(error.reason)")
    }
  }

  /// Sends a mail about a change. The change stays even if the mail cannot be sent.
  func notify(_ mail: PreparedMail?) async {
    guard let mail else { return }
    do {
      try await messages.send(.mail(mail.message))
    } catch {
      log.error("a mail could not be sent", metadata: ["cause": "\(error.reason)"])
    }
  }

  // MARK: Presenting

  /// Returns a presented code after checking that it still applies, and its account. The account is nil for a
  /// sign-in.
  ///
  /// - Throws: `MISSING_OOB_CODE`; `INVALID_OOB_CODE` for a code that is unknown, redeemed, or no longer fits
  ///   the account; `EXPIRED_OOB_CODE`.
  func presented(_ text: String?, allowing kinds: [OOBCode.Kind] = OOBCode.Kind.allCases, _ caller: Caller)
    async throws(IdentityError) -> (code: PresentedOOBCode, account: Account?)
  {
    guard let text, !text.isEmpty else { throw .refused(.missingOOBCode) }
    let now = clock.now()
    guard
      let (payload, _, consumption) = try await vault.read(
        OOBCode.self, text, for: .oobCode, scope: caller.scope, now: now),
      kinds.contains(payload.kind)
    else { throw .refused(.invalidOOBCode) }
    guard now < payload.expiresAt else { throw .refused(.expiredOOBCode) }
    let code = PresentedOOBCode(text: text, payload: payload, consumption: consumption)
    guard let id = payload.accountID else { return (code, nil) }
    let found = try await storing { () async throws(StoreError) in
      try await store.account(id, in: caller.scope)
    }
    guard let account = found, payload.fits(account, caller.links.recovery) else {
      throw .refused(.invalidOOBCode)
    }
    return (code, account)
  }

  /// Runs a body that consumes the code. If another request has consumed it first, the code is invalid.
  func redeeming<Result>(
    _ code: PresentedOOBCode, _ caller: Caller, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body()
      messages.forget(code: code.text, in: caller.scope)
      return result
    } catch StoreError.artifactGone {
      throw IdentityError.refused(.invalidOOBCode)
    } catch StoreError.conflict(.signInEnded) {
      throw IdentityError.refused(.invalidOOBCode).because("the sign-in that asked for the code was ended")
    }
  }
}
