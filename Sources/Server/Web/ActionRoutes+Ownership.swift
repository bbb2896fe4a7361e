import Foundation
import Hummingbird
import Identity
import IdentityWire
import Operations
import WebPages

/// The additional question on the pages of verifications and changes: does the account belong to the reader?
extension ActionRoutes {
  /// The value of the form's second button.
  static let disowning = "disown"

  /// Adds the account's creation date, its ways to sign in, and the other choices to a question page.
  func addOwnership(
    to page: ActionPage, _ action: ActionRequest, _ caller: Caller
  ) async throws(IdentityError) -> ActionPage {
    let account = try await service.account(ofActionCode: action["oobCode"], caller)
    let texts = action.texts
    let isChange = action.mode == .verifyAndChangeEmail
    var page = page
    page.facts = [
      texts("actions.ownership.accountMade", ["moment": Self.text(account.createdAt, action)]),
      Self.list(account.waysIn, texts),
    ]
    switch (account.verification, account.takesPassword) {
    case (.verifies, _): break
    case (_, true):
      page.form?.currentPassword = .init(
        email: account.email ?? "", emailLabel: texts("actions.email"),
        label: texts("actions.ownership.currentPassword"),
        hint: isChange ? texts("actions.ownership.proveChange") : texts("actions.ownership.staySignedIn"),
        isRequired: isChange)
    case (.endsOtherWaysIn, false):
      page.paragraphs.append(texts("actions.ownership.everybodyIsSignedOut"))
    case (.needsProof, false):
      page.paragraphs.append(texts("actions.ownership.cannotProveChange"))
      page.form?.button = nil
    }
    if account.canBeDisowned {
      page.paragraphs.append(
        isChange ? texts("actions.ownership.notMyChange") : texts("actions.ownership.notMyAccount"))
      page.form?.disowning = .init(value: Self.disowning, label: texts("actions.ownership.disown"))
    }
    return page
  }

  /// The text for a missing or wrong proof of ownership. Nil for other errors.
  func proofProblem(_ error: IdentityError, _ action: ActionRequest) -> String? {
    switch error.refusal {
    case .invalidPassword: action.texts("actions.ownership.passwordIsWrong")
    case .credentialTooOldLoginAgain: action.texts("actions.ownership.passwordIsMissing")
    default: nil
    }
  }

  /// Redeems the code for disowning the account, instead of the code's own action.
  func disown(_ action: ActionRequest, _ context: ServerContext) async -> Response {
    await telling(action) { () async throws(IdentityError) in
      let caller = try await caller(action, context)
      let code = try await inspect(action, caller)
      try await service.audited(.disowning, caller) { () async throws(IdentityError) in
        try await service.disown(action["oobCode"], caller)
      }
      guard action.mode == .verifyEmail else {
        let telling = action.texts.telling("changeWasDeclined", ["newEmail": code.newEmail ?? ""])
        return respond(page(telling, .success, action), caller)
      }
      let email = code.email ?? ""
      let telling = action.texts.telling("accountWasDisowned", ["email": email])
      return respond(await resetOffer(page(telling, .success, action), email, action, caller), caller)
    }
  }

  /// The page that offers to mail a link for setting a password.
  func resetOffer(_ page: ActionPage, _ email: String, _ action: ActionRequest, _ caller: Caller) async
    -> ActionPage
  {
    guard caller.signIn.passwordEnabled else { return page }
    var page = page
    var fields = action.fields(mode: .sendReset)
    fields.removeAll { $0.name == "oobCode" }
    fields.append(.init(name: "email", value: email))
    // Errors are ignored: the code was used, and the page must report that even without a voucher.
    if let voucher = try? await service.captchaVoucher(forResetOf: email, caller) {
      fields.append(.init(name: "voucher", value: voucher))
    }
    page.form = .init(
      action: action.path, fields: fields, button: action.texts("actions.emailWasRecovered.button"))
    return page
  }

  /// Lists an account's ways to sign in.
  static func list(_ ways: [ActionCodeAccount.WayIn], _ texts: ActionTexts) -> String {
    guard !ways.isEmpty else { return texts("actions.ownership.noWayIn") }
    let names = ways.map { name(of: $0, texts) }.joined(separator: texts("actions.ownership.separator"))
    return texts("actions.ownership.waysIn", ["ways": names])
  }

  private static func name(of way: ActionCodeAccount.WayIn, _ texts: ActionTexts) -> String {
    switch way {
    case .password: texts("actions.ownership.way.password")
    case .provider(let name): name
    case .phone(let number): texts("actions.ownership.way.phone", ["number": number])
    case .mailedLink: texts("actions.ownership.way.mailedLink")
    case .passkey: texts("actions.ownership.way.passkey")
    case .app: texts("actions.ownership.way.app")
    }
  }

  /// Formats a moment in UTC, because the reader's time zone is not known.
  private static func text(_ moment: Instant, _ action: ActionRequest) -> String {
    var style = Date.FormatStyle(date: .long, time: .shortened)
    style.locale = Locale(identifier: action.language.rawValue)
    style.timeZone = .gmt
    return moment.date.formatted(style) + " UTC"
  }
}
