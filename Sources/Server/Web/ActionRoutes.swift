import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations
import Texts
import WebPages

/// `/__/auth/action`: the page to which mailed links lead. It needs no script and no app.
///
/// Opening a link has no effect, because programs that check mails open every link. Only the page's form redeems the
/// code. The page needs no other authorization than the code, which is unguessable and can be redeemed once. It uses no
/// cookie. A form from another site is nevertheless refused.
struct ActionRoutes: Sendable {
  let service: IdentityService
  let pages: PageRenderer
  let links: ActionLinks

  /// The maximum size of a form in bytes.
  static let maximumFormBytes = 32_768

  typealias Get = @Sendable (Request, ServerContext) async throws -> Response

  /// - Parameter get: handles the opening of a link. Nil shows the link's question.
  func add(to router: Router<ServerContext>, path: RouterPath, get: Get? = nil) {
    router.get(path) { request, context in
      if let get { return try await get(request, context) }
      let action = Self.request(request, FormURLEncoded(parsing: request.uri.query ?? ""))
      return await show(action, context)
    }
    router.post(path) { request, context in await submit(request, context) }
  }

  static func request(_ request: Request, _ values: FormURLEncoded) -> ActionRequest {
    ActionRequest(values, path: request.uri.path, acceptLanguage: request.headers[.acceptLanguage])
  }

  // MARK: Showing

  /// The first page of a link.
  func show(_ action: ActionRequest, _ context: ServerContext) async -> Response {
    await telling(action) { () async throws(IdentityError) in
      let caller = try await caller(action, context)
      let code = try await inspect(action, caller)
      if action.mode == .signIn { return signIn(action, caller) }
      return respond(try await question(action, code, caller), caller)
    }
  }

  /// - Throws: `INVALID_OOB_CODE`, also if the link has another mode than its code.
  func inspect(_ action: ActionRequest, _ caller: Caller) async throws(IdentityError)
    -> ResetPasswordResponse
  {
    var request = ResetPasswordRequest()
    request.oobCode = action["oobCode"]
    let code = try await service.resetPassword(request, caller)
    guard code.requestType == action.mode?.requestType else { throw .refused(.invalidOOBCode) }
    return code
  }

  private func question(_ action: ActionRequest, _ code: ResetPasswordResponse, _ caller: Caller)
    async throws(IdentityError) -> ActionPage
  {
    let texts = action.texts
    let email = code.email ?? ""
    switch action.mode {
    case .resetPassword:
      var page = page(texts.question("resetPassword", text: nil), as: .resetPassword, action)
      page.form?.password = passwordField(email, texts, caller)
      return page
    case .verifyEmail:
      let page = page(texts.question("verifyEmail", ["email": email]), as: .verifyEmail, action)
      return try await addOwnership(to: page, action, caller)
    case .verifyAndChangeEmail:
      let question = texts.question(
        "changeEmail", text: code.email == nil ? "textWithoutOld" : "text",
        ["email": email, "newEmail": code.newEmail ?? ""])
      return try await addOwnership(
        to: page(question, as: .verifyAndChangeEmail, action), action, caller)
    case .recoverEmail:
      let question = texts.question(
        "recoverEmail", text: code.newEmail == nil ? "textWithoutNew" : "text",
        ["email": email, "newEmail": code.newEmail ?? ""])
      return page(question, as: .recoverEmail, action)
    case .signIn, .sendReset, nil: throw .refused(.invalidRequest)
    }
  }

  private func passwordField(_ email: String, _ texts: ActionTexts, _ caller: Caller)
    -> ActionPage.PasswordField
  {
    let policy = caller.signIn.passwordPolicy
    let requirements =
      policy.isEnforced ? policy.requirements : [.minimumLength(PasswordPolicy.lengths.lowerBound)]
    return .init(
      email: email, emailLabel: texts("actions.email"), label: texts("actions.newPassword"),
      requirements: requirements.map(texts.requirement))
  }

  /// Redirects a sign-in link to the app, with all parameters of the link.
  private func signIn(_ action: ActionRequest, _ caller: Caller) -> Response {
    guard let text = action["continueUrl"], let url = links.continueURL(text, in: caller.project) else {
      return respond(page(action.texts.telling("signInLinkBelongsToApp"), .question, action), caller)
    }
    let location = Self.appending(action, to: url)
    var fallback = page(action.texts.telling("signInLinkBelongsToApp"), .question, action)
    fallback.continueURL = location
    fallback.continueLabel = action.texts("actions.continueToApp")
    return PageResponse.redirect(to: location, fallback: pages.action(fallback))
  }

  private static func appending(_ action: ActionRequest, to url: URL) -> String {
    var added = FormURLEncoded()
    for name in ["mode", "lang", "oobCode", "apiKey", "tenantId"] {
      if let value = action[name] { added.append(name, value) }
    }
    let text = url.absoluteString
    let end = text.firstIndex(of: "#") ?? text.endIndex
    let (address, fragment) = (text[..<end], text[end...])
    return address + (address.contains("?") ? "&" : "?") + added.text + fragment
  }

  // MARK: Performing

  private func submit(_ request: Request, _ context: ServerContext) async -> Response {
    let body = try? await request.body.collect(upTo: Self.maximumFormBytes)
    let action = Self.request(request, FormURLEncoded(parsing: body.map { Array(buffer: $0) } ?? []))
    guard isOurs(request) else {
      return PageResponse.html(
        pages.action(page(action.texts.telling("formIsForeign"), .failure, action)), status: .forbidden)
    }
    // Only a form contains this answer. A link does not contain it, even if opening the link redeems its code.
    if action["answer"] == Self.disowning { return await disown(action, context) }
    return await perform(action, context)
  }

  /// Redeems the code and shows the outcome.
  func perform(_ action: ActionRequest, _ context: ServerContext) async -> Response {
    await telling(action) { () async throws(IdentityError) in
      let caller = try await caller(action, context)
      if action.mode == .sendReset { return respond(try await sendReset(action, caller), caller) }
      let code = try await inspect(action, caller)
      if action.mode == .signIn { return signIn(action, caller) }
      let applied: AppliedActionCode
      do throws(IdentityError) {
        applied = try await apply(action, caller)
      } catch {
        guard let page = try await again(action, code, error, caller) else { throw error }
        return respond(page, caller, status: .badRequest)
      }
      return respond(await outcome(action, code, applied, caller), caller)
    }
  }

  /// Redeems the code.
  func apply(_ action: ActionRequest, _ caller: Caller) async throws(IdentityError) -> AppliedActionCode {
    guard let code = action["oobCode"] else { throw .refused(.missingOOBCode) }
    switch action.mode {
    case .resetPassword:
      var request = ResetPasswordRequest()
      request.oobCode = code
      request.newPassword = action["newPassword"]
      guard request.newPassword != nil else { throw .refused(.weakPassword) }
      let reset = request
      return try await service.audited(.passwordReset, caller) { () async throws(IdentityError) in
        AppliedActionCode(email: try await service.resetPassword(reset, caller).email)
      }
    case .verifyEmail, .verifyAndChangeEmail, .recoverEmail:
      // The code determines the action, but it must be the action that the link names.
      _ = try await inspect(action, caller)
      let proof = action["password"].map { ActionCodeProof.password($0) } ?? .none
      let purpose: AuditAction = action.mode == .verifyEmail ? .emailVerification : .emailChange
      return try await service.audited(purpose, caller) { () async throws(IdentityError) in
        try await service.applyActionCode(code, proof: proof, caller)
      }
    case .signIn, .sendReset, nil: throw .refused(.invalidRequest)
    }
  }

  /// The form again, with the mistakes in its values. Nil for other errors.
  private func again(
    _ action: ActionRequest, _ code: ResetPasswordResponse, _ error: IdentityError, _ caller: Caller
  ) async throws(IdentityError) -> ActionPage? {
    if let problem = proofProblem(error, action) {
      var page = try await question(action, code, caller)
      if page.form?.currentPassword != nil { page.problems = [problem] }
      return page
    }
    guard [.weakPassword, .passwordDoesNotMeetRequirements].contains(error.refusal) else { return nil }
    var page = try await question(action, code, caller)
    let password = action["newPassword"] ?? ""
    let missing = caller.signIn.passwordPolicy.requirements(missingIn: password)
    let shortest = PasswordPolicy.lengths.lowerBound
    page.problems =
      if !missing.isEmpty {
        missing.map(action.texts.requirement)
      } else if error.refusal == .weakPassword, password.unicodeScalars.count >= shortest {
        [action.texts("actions.requirement.uncommon")]
      } else {
        [action.texts.requirement(.minimumLength(shortest))]
      }
    return page
  }

  private func outcome(
    _ action: ActionRequest, _ code: ResetPasswordResponse, _ applied: AppliedActionCode, _ caller: Caller
  ) async -> ActionPage {
    let texts = action.texts
    let email = code.email ?? ""
    if action.mode == .recoverEmail {
      let telling = texts.telling("emailWasRecovered", ["email": email])
      return await resetOffer(page(telling, .success, action), email, action, caller)
    }
    let verified = texts.telling("emailWasVerified", ["email": email])
    if applied.endedOtherWaysIn {
      var page = page(verified, .success, action)
      page.paragraphs = [texts("actions.ownership.everybodyWasSignedOut")]
      return await resetOffer(page, email, action, caller)
    }
    var page =
      switch action.mode {
      case .resetPassword: page(texts.telling("passwordWasReset"), .success, action)
      case .verifyAndChangeEmail:
        page(texts.telling("emailWasChanged", ["newEmail": code.newEmail ?? ""]), .success, action)
      default: page(verified, .success, action)
      }
    if let text = action["continueUrl"], let url = links.continueURL(text, in: caller.project) {
      page.continueURL = url.absoluteString
      page.continueLabel = texts("actions.continueToApp")
    }
    return page
  }

  /// Mails a reset link. Anyone may request it for any address, because only the address's owner receives the mail.
  private func sendReset(_ action: ActionRequest, _ caller: Caller) async throws(IdentityError) -> ActionPage
  {
    var request = SendOobCodeRequest()
    request.requestType = .passwordReset
    request.email = action["email"]
    request.continueUrl = action["continueUrl"]
    request.captchaResponse = action["voucher"]
    let reset = request
    _ = try await service.audited(.codeRequest, caller) { () async throws(IdentityError) in
      try await service.sendOobCode(reset, caller)
    }
    let telling = action.texts.telling("resetWasSent", ["email": action["email"] ?? ""])
    return page(telling, .success, action)
  }

  // MARK: -

  /// - Throws: `INVALID_REQUEST` if the link has no key or no code.
  func caller(_ action: ActionRequest, _ context: ServerContext) async throws(IdentityError) -> Caller {
    guard action.mode != nil, let apiKey = action["apiKey"],
      action["oobCode"] != nil || action.mode == .sendReset,
      let project = try await service.projects.project(apiKey: apiKey)
    else { throw .refused(.invalidRequest) }
    return try await self.caller(of: project, action, context)
  }

  func caller(of project: Project, _ action: ActionRequest, _ context: ServerContext)
    async throws(IdentityError) -> Caller
  {
    var caller = Caller(
      project: project,
      tenant: try await service.projects.tenant(named: action["tenantId"], in: project.id),
      authority: .apiKey)
    if caller.signIn.isDisabled { throw .refused(.projectDisabled) }
    caller.client = ClientDetails(context)
    caller.client.locale =
      action["lang"].map { $0.prefix(utf8Bytes: ClientDetails.maximumLocaleBytes) }
      ?? action.language.rawValue
    caller.links = links
    return caller
  }

  /// True if a form comes from a page of this server. Checks Fetch Metadata, or the origin from older browsers.
  func isOurs(_ request: Request) -> Bool {
    if let site = request.headers[.secFetchSite] { return site == "same-origin" }
    guard let origin = request.headers[.origin] else { return true }
    return links.origins.contains(origin.lowercased())
  }

  func page(_ telling: ActionTexts.Telling, _ mood: ActionPage.Mood, _ action: ActionRequest)
    -> ActionPage
  {
    var page = ActionPage(language: action.language.rawValue, title: telling.title)
    page.paragraphs = telling.paragraphs
    page.mood = mood
    return page
  }

  private func page(_ question: ActionTexts.Question, as mode: ActionRequest.Mode, _ action: ActionRequest)
    -> ActionPage
  {
    var page = page(question.telling, .question, action)
    page.form = .init(action: action.path, fields: action.fields(mode: mode), button: question.button)
    return page
  }

  func respond(_ page: ActionPage, _ caller: Caller, status: HTTPResponse.Status = .ok) -> Response {
    var page = page
    page.appName = caller.project.appName
    let texts = ActionTexts.texts(in: Language(rawValue: page.language) ?? .english)
    let brand = ActionPage.Brand(caller.project.branding, texts)
    page.brand = brand
    return PageResponse.html(
      pages.action(page), status: status,
      policy: brand.style?.contentSecurityPolicy ?? PageResponse.contentSecurityPolicy)
  }

  /// Converts errors to pages.
  func telling(_ action: ActionRequest, _ body: () async throws(IdentityError) -> Response) async
    -> Response
  {
    do throws(IdentityError) {
      return try await body()
    } catch {
      let texts = action.texts
      let answer = WireError(error)
      let telling =
        switch error.refusal {
        case .invalidOOBCode, .expiredOOBCode: texts.telling("linkIsUsedUp")
        case .userDisabled: texts.telling("accountIsDisabled")
        case .emailExists: texts.telling("emailIsTaken")
        case .passwordLoginDisabled, .operationNotAllowed, .projectDisabled:
          texts.telling("actionIsOff")
        case .tooManyAttemptsTryLater:
          action["password"] == nil
            ? texts.telling("tooManyAttempts") : texts.telling("tooManyGuesses")
        default:
          answer.httpStatus < 500 ? texts.telling("linkIsIncomplete") : texts.telling("serverIsBusy")
        }
      var response = PageResponse.html(
        pages.action(page(telling, .failure, action)), status: .init(code: answer.httpStatus))
      response.addRetryAfter(for: answer)
      return response
    }
  }
}
