import Foundation
import Hummingbird
import Identity
import IdentityWire
import Operations
import WebPages

/// What the pages of verifications and changes ask beside their question: whether the account is their reader's.
extension ActionRoutes {
  /// The answer of a form's second button.
  static let disowning = "disown"

  /// Adds to a question when the account was made, how one signs in to it, and what else the form can say.
  func addOwnership(
    to page: ActionPage, _ action: ActionRequest, _ caller: Caller
  ) async throws(IdentityError) -> ActionPage {
    let account = try await service.account(ofActionCode: action["oobCode"], caller)
    let texts = action.texts.ownership
    let isChange = action.mode == .verifyAndChangeEmail
    var page = page
    page.facts = [
      texts.accountMade(Self.text(account.createdAt, action)),
      texts.waysIn(account.waysIn.map { Self.name(of: $0, texts) }),
    ]
    switch (account.verification, account.takesPassword) {
    case (.verifies, _): break
    case (_, true):
      page.form?.currentPassword = .init(
        email: account.email ?? "", emailLabel: action.texts.email, label: texts.currentPassword,
        hint: isChange ? texts.proveChange : texts.staySignedIn, isRequired: isChange)
    case (.endsOtherWaysIn, false): page.paragraphs.append(texts.everybodyIsSignedOut)
    case (.needsProof, false):
      page.paragraphs.append(texts.cannotProveChange)
      page.form?.button = nil
    }
    if account.canBeDisowned {
      page.paragraphs.append(isChange ? texts.notMyChange : texts.notMyAccount)
      page.form?.disowning = .init(value: Self.disowning, label: texts.disown)
    }
    return page
  }

  /// What is wrong with a proof that the account is the reader's; nil for another error.
  func proofProblem(_ error: IdentityError, _ action: ActionRequest) -> String? {
    switch error.refusal {
    case .invalidPassword: action.texts.ownership.passwordIsWrong
    case .credentialTooOldLoginAgain: action.texts.ownership.passwordIsMissing
    default: nil
    }
  }

  /// Uses the code up without doing what it is for.
  func disown(_ action: ActionRequest, _ context: ServerContext) async -> Response {
    await telling(action) { () async throws(IdentityError) in
      let caller = try await caller(action, context)
      let code = try await inspect(action, caller)
      try await service.audited(.disowning, caller) { () async throws(IdentityError) in
        try await service.disown(action["oobCode"], caller)
      }
      let texts = action.texts.ownership
      guard action.mode == .verifyEmail else {
        return respond(page(texts.changeWasDeclined(code.newEmail ?? ""), .success, action), caller)
      }
      let email = code.email ?? ""
      return respond(
        resetOffer(page(texts.accountWasDisowned(email), .success, action), email, action, caller), caller)
    }
  }

  /// The page with the offer to have a link mailed that sets a password.
  func resetOffer(_ page: ActionPage, _ email: String, _ action: ActionRequest, _ caller: Caller)
    -> ActionPage
  {
    guard caller.signIn.passwordEnabled else { return page }
    var page = page
    var fields = action.fields(mode: .sendReset)
    fields.removeAll { $0.name == "oobCode" }
    fields.append(.init(name: "email", value: email))
    page.form = .init(
      action: action.path, fields: fields, button: action.texts.emailWasRecovered(email).button)
    return page
  }

  private static func name(of way: ActionCodeAccount.WayIn, _ texts: OwnershipTexts) -> String {
    switch way {
    case .password: texts.password
    case .provider(let name): name
    case .phone(let number): texts.phone(number)
    case .mailedLink: texts.mailedLink
    case .app: texts.app
    }
  }

  /// A moment as people read it, in universal time: nobody knows where the page is read.
  private static func text(_ moment: Instant, _ action: ActionRequest) -> String {
    var style = Date.FormatStyle(date: .long, time: .shortened)
    style.locale = Locale(identifier: action.language.rawValue)
    style.timeZone = .gmt
    return moment.date.formatted(style) + " UTC"
  }
}
