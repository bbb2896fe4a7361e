import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations
import QRCodes
import WebPages

/// `/__/auth/factors`: the page on which a user enrols the second factor that the app's project requires. The page
/// needs no script and no app.
///
/// The page needs no other authorization than the credential in its address. The credential can enrol one factor, but
/// cannot sign in. Opening the page has no effect.
struct FactorEnrolmentRoutes: Sendable {
  let actions: ActionRoutes

  /// The maximum size of a key in a form, in bytes; 32 are needed. Drawing the QR code of a longer key takes long.
  private static let maximumKeyBytes = 64

  private enum Step: String {
    case choice, mail, app, phone, message, confirmApp, confirmPhone
  }

  func add(to router: Router<ServerContext>) {
    let path = RouterPath(ActionLinks.enrolmentPath)
    router.get(path) { request, context in
      await answer(
        ActionRoutes.request(request, FormURLEncoded(parsing: request.uri.query ?? "")), .choice, context)
    }
    router.post(path) { request, context in
      let body = try? await request.body.collect(upTo: ActionRoutes.maximumFormBytes)
      let action = ActionRoutes.request(
        request, FormURLEncoded(parsing: body.map { Array(buffer: $0) } ?? []))
      guard actions.isOurs(request) else {
        let page = actions.page(action.texts.telling("formIsForeign"), .failure, action)
        return PageResponse.html(actions.pages.action(page), status: .forbidden)
      }
      return await answer(action, action["step"].flatMap(Step.init) ?? .choice, context)
    }
  }

  private func answer(_ action: ActionRequest, _ step: Step, _ context: ServerContext) async -> Response {
    do throws(IdentityError) {
      guard let credential = action["code"], let apiKey = action["apiKey"],
        let project = try await actions.service.projects.project(apiKey: apiKey)
      else { throw .refused(.invalidRequest) }
      let caller = try await actions.caller(of: project, action, context)
      let page = try await page(step, action, credential, caller)
      return actions.respond(page, caller, status: page.problems.isEmpty ? .ok : .badRequest)
    } catch {
      return failure(error, action)
    }
  }

  private func page(_ step: Step, _ action: ActionRequest, _ credential: String, _ caller: Caller)
    async throws(IdentityError) -> ActionPage
  {
    if let email = try await actions.service.addressToVerify(beforeEnrolmentBy: credential, caller) {
      return try await verification(of: email, step, action, credential, caller)
    }
    switch step {
    case .choice, .mail: return choice(action, caller)
    case .app: return try await app(action, credential, caller)
    case .phone: return number(action)
    case .message: return try await message(action, credential, caller)
    case .confirmApp, .confirmPhone: return try await confirm(step, action, credential, caller)
    }
  }

  // MARK: Steps

  private func verification(
    of email: String, _ step: Step, _ action: ActionRequest, _ credential: String, _ caller: Caller
  ) async throws(IdentityError) -> ActionPage {
    let texts = action.texts
    guard !email.isEmpty else { return actions.page(texts.telling("factors.noAddress"), .failure, action) }
    let values = ["email": email]
    guard step == .mail else {
      var page = actions.page(texts.telling("factors.verify", values), .question, action)
      page.form = form(.mail, action, button: texts("actions.factors.verify.button"))
      return page
    }
    try await actions.service.audited(.codeRequest, caller) { () async throws(IdentityError) in
      try await actions.service.verifyAddress(beforeEnrolmentBy: credential, caller)
    }
    var page = actions.page(texts.telling("factors.verifySent", values), .question, action)
    page.form = form(.choice, action, button: texts("actions.continueToApp"))
    return page
  }

  private func choice(_ action: ActionRequest, _ caller: Caller) -> ActionPage {
    let texts = action.texts
    let settings = caller.signIn.multiFactor
    var choices: [ActionPage.Choice] = []
    if settings.totp != nil {
      choices.append(.init(name: "step", value: Step.app.rawValue, label: texts("actions.factors.app")))
    }
    if settings.allowsPhone, actions.service.sends(.sms, for: caller.project) {
      choices.append(.init(name: "step", value: Step.phone.rawValue, label: texts("actions.factors.phone")))
    }
    guard settings.isEnabled, !choices.isEmpty else {
      return actions.page(texts.telling("actionIsOff"), .failure, action)
    }
    var page = actions.page(texts.telling("factors.choice"), .question, action)
    page.form = .init(action: action.path, fields: fields(action))
    page.form?.choices = choices
    return page
  }

  private func app(_ action: ActionRequest, _ credential: String, _ caller: Caller)
    async throws(IdentityError)
    -> ActionPage
  {
    var request = StartMFAEnrollmentRequest()
    request.mfaEnrollmentCredential = credential
    request.totpEnrollmentInfo = EmptyMessage()
    guard let info = try await start(request, caller).totpSessionInfo else {
      throw .unavailable(.internalError, cause: "an enrolment has no secret")
    }
    return appPage(secret: info.sharedSecretKey, sessionInfo: info.sessionInfo, action, caller)
  }

  private func appPage(secret: String, sessionInfo: String, _ action: ActionRequest, _ caller: Caller)
    -> ActionPage
  {
    let texts = action.texts
    let issuer = caller.project.displayName ?? caller.project.id.rawValue
    let address = OTPAuthURI.text(secret: secret, issuer: issuer, account: issuer)
    let groups = stride(from: 0, to: secret.count, by: 4).map { start in
      String(secret.dropFirst(start).prefix(4))
    }
    var page = actions.page(texts.telling("factors.scan"), .question, action)
    page.key = .init(
      image: QRCode(address).map { QRCodeImage($0) }, imageLabel: texts("actions.factors.qrCode"),
      label: texts("actions.factors.key"), groups: groups)
    page.form = codeForm(.confirmApp, [("sessionInfo", sessionInfo), ("secret", secret)], action)
    return page
  }

  private func number(_ action: ActionRequest, problem: String? = nil) -> ActionPage {
    let texts = action.texts
    var page = actions.page(texts.telling("factors.number"), .question, action)
    page.problems = [problem].compactMap(\.self)
    page.form = form(.message, action, button: texts("actions.factors.number.button"))
    page.form?.input = .init(
      name: "number", label: texts("actions.factors.number.label"),
      hint: texts("actions.factors.number.hint"),
      type: "tel", mode: "tel", autocomplete: "tel")
    return page
  }

  private func message(_ action: ActionRequest, _ credential: String, _ caller: Caller)
    async throws(IdentityError) -> ActionPage
  {
    var request = StartMFAEnrollmentRequest()
    request.mfaEnrollmentCredential = credential
    request.phoneEnrollmentInfo = .init()
    request.phoneEnrollmentInfo?.phoneNumber = action["number"]
    do throws(IdentityError) {
      guard let info = try await start(request, caller).phoneSessionInfo else {
        throw .unavailable(.internalError, cause: "an enrolment has no session")
      }
      return messagePage(number: action["number"] ?? "", sessionInfo: info.sessionInfo, action)
    } catch {
      guard error.refusal == .invalidPhoneNumber else { throw error }
      return number(action, problem: action.texts("actions.factors.wrongNumber"))
    }
  }

  private func messagePage(number: String, sessionInfo: String, _ action: ActionRequest) -> ActionPage {
    var page = actions.page(action.texts.telling("factors.message", ["number": number]), .question, action)
    page.form = codeForm(.confirmPhone, [("sessionInfo", sessionInfo), ("number", number)], action)
    return page
  }

  private func confirm(_ step: Step, _ action: ActionRequest, _ credential: String, _ caller: Caller)
    async throws(IdentityError) -> ActionPage
  {
    // Apps show codes with a space in the middle.
    let code = action["input"]?.filter { !$0.isWhitespace }
    var request = FinalizeMFAEnrollmentRequest()
    request.mfaEnrollmentCredential = credential
    if step == .confirmApp {
      request.totpVerificationInfo = .init(sessionInfo: action["sessionInfo"], verificationCode: code)
    } else {
      request.phoneVerificationInfo = .init()
      request.phoneVerificationInfo?.sessionInfo = action["sessionInfo"]
      request.phoneVerificationInfo?.code = code
    }
    let finishing = request
    do throws(IdentityError) {
      let answer = try await actions.service.audited(.factorEnrolment, caller) {
        () async throws(IdentityError) in
        try await actions.service.finalizeMFAEnrollment(finishing, caller)
      }
      var page = actions.page(action.texts.telling("factors.done"), .success, action)
      page.codes = answer.recoveryCodes ?? []
      return page
    } catch {
      guard error.refusal == .invalidCode || error.refusal == .missingCode else { throw error }
      let secret = action["secret"] ?? ""
      guard secret.utf8.count <= Self.maximumKeyBytes, Base32.decode(secret) != nil else {
        throw .refused(.invalidRequest)
      }
      let sessionInfo = action["sessionInfo"] ?? ""
      var page =
        step == .confirmApp
        ? appPage(secret: secret, sessionInfo: sessionInfo, action, caller)
        : messagePage(number: action["number"] ?? "", sessionInfo: sessionInfo, action)
      page.problems = [action.texts("actions.factors.wrongCode")]
      return page
    }
  }

  private func start(_ request: StartMFAEnrollmentRequest, _ caller: Caller) async throws(IdentityError)
    -> StartMFAEnrollmentResponse
  {
    try await actions.service.audited(.codeRequest, caller) { () async throws(IdentityError) in
      try await actions.service.startMFAEnrollment(request, caller)
    }
  }

  // MARK: -

  private func fields(_ action: ActionRequest) -> [ActionPage.Field] {
    ["code", "apiKey", "lang", "tenantId"].compactMap { name in
      action[name].map { .init(name: name, value: $0) }
    }
  }

  private func form(_ step: Step, _ action: ActionRequest, button: String) -> ActionPage.Form {
    .init(
      action: action.path, fields: fields(action) + [.init(name: "step", value: step.rawValue)],
      button: button)
  }

  private func codeForm(_ step: Step, _ kept: [(String, String)], _ action: ActionRequest) -> ActionPage.Form
  {
    let texts = action.texts
    var form = form(step, action, button: texts("actions.factors.confirm"))
    form.fields += kept.map { .init(name: $0, value: $1) }
    form.input = .init(
      name: "input", label: texts("actions.factors.code"), type: "text", mode: "numeric",
      autocomplete: "one-time-code")
    return form
  }

  private func failure(_ error: IdentityError, _ action: ActionRequest) -> Response {
    let texts = action.texts
    let answer = WireError(error)
    let telling =
      switch error.refusal {
      case .invalidMFAPendingCredential, .invalidSessionInfo, .sessionExpired, .credentialTooOldLoginAgain,
        .invalidRequest:
        texts.telling("factors.expired")
      case .userDisabled: texts.telling("accountIsDisabled")
      case .operationNotAllowed, .projectDisabled: texts.telling("actionIsOff")
      case .tooManyAttemptsTryLater, .quotaExceeded: texts.telling("factors.tooMany")
      default: answer.httpStatus < 500 ? texts.telling("factors.expired") : texts.telling("serverIsBusy")
      }
    var response = PageResponse.html(
      actions.pages.action(actions.page(telling, .failure, action)), status: .init(code: answer.httpStatus))
    response.addRetryAfter(for: answer)
    return response
  }
}
