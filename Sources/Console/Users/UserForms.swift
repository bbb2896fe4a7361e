import Identity
import IdentityProviders
import IdentityWire
import Operations

/// The forms for adding and changing users.
struct UserForms: Sendable {
  func add(to routes: ConsoleRouteTable) {
    let user = UserPath.template
    routes.page("users/new", requires: .editor) { request in
      ConsolePage(
        section: .users, title: request.texts("users.new"), template: "users_new",
        content: NewUser(request))
    }
    routes.action("users/new", from: "users/new") { request, form in
      let id = try await create(form, request)
      return .redirect(UserPath.relative(id), notice: "users.created")
    }
    routes.page("\(user)/edit", requires: .editor) { request in
      let account = try await request.user()
      return ConsolePage(
        section: .users, title: request.texts("users.editTitle", ["user": account.title]),
        template: "users_edit", content: UserProfileForm(account, request))
    }
    routes.action("\(user)/edit", from: "\(user)/edit") { request, form in
      let account = try await request.user()
      try await edit(account, form, request)
      return .redirect(UserPath.relative(account.id), notice: "common.saved")
    }
    routes.page("\(user)/password", requires: .editor) { request in
      let account = try await request.user()
      return ConsolePage(
        section: .users, title: request.texts("users.setPassword"), template: "users_password",
        content: PasswordForm(account, request))
    }
    routes.action("\(user)/password", from: "\(user)/password") { request, form in
      let account = try await request.user()
      guard let password = form["password"], !password.isEmpty else {
        throw WireError.badRequest("MISSING_PASSWORD")
      }
      var update = UpdateRequest(of: account)
      update.password = password
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.passwordSet")
    }
    routes.page("\(user)/claims", requires: .editor) { request in
      let account = try await request.user()
      return ConsolePage(
        section: .users, title: request.texts("users.claims"), template: "users_claims",
        content: ClaimsForm(account, request))
    }
    routes.action("\(user)/claims", from: "\(user)/claims") { request, form in
      let account = try await request.user()
      // Compares the claims and not the account's version, because the version may change although the claims
      // stay the same.
      guard form["before"] == ClaimsForm.digest(account) else { throw WireError.userChanged }
      var update = UpdateRequest(of: account)
      let claims = try form.text("claims", maximum: ClaimsForm.maximumTyped)
      try ClaimsForm.checkJSON(claims, request.texts)
      update.customAttributes = claims
      try await request.update(update)
      return .redirect(UserPath.relative(account.id), notice: "users.claimsSaved")
    }
  }

  private func create(_ form: ConsoleForm, _ request: ConsoleRequest) async throws -> AccountID {
    func given(_ name: String, maximum: Int = 512) throws -> String? {
      let text = try form.text(name, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    var signUp = SignUpRequest()
    signUp.email = try given("email")
    signUp.password = form["password"].flatMap { $0.isEmpty ? nil : $0 }
    signUp.displayName = try given("displayName", maximum: 1_024)
    signUp.phoneNumber = try given("phoneNumber")
    signUp.photoUrl = try given("photoUrl", maximum: 2_048)
    signUp.localId = try given("uid")
    signUp.emailVerified = signUp.email == nil ? nil : form.isOn("emailVerified")
    signUp.disabled = form.isOn("disabled")
    if signUp.password != nil, signUp.email == nil { throw WireError.badRequest("MISSING_EMAIL") }
    let answer = try await request.audited(.accountCreation) { [signUp] in
      try await request.domain.service.signUp(signUp, request.caller)
    }
    guard let id = AccountID(rawValue: answer.localId) else { throw WireError.badRequest("INVALID_LOCAL_ID") }
    return id
  }

  /// Changes the fields that differ from when the form was rendered.
  private func edit(_ account: Account, _ form: ConsoleForm, _ request: ConsoleRequest) async throws {
    guard form["version"] == String(account.version) else {
      throw WireError.userChanged
    }
    var update = UpdateRequest(of: account)
    let email = try form.text("email")
    if email.isEmpty {
      if account.email != nil { update.deleteAttribute = [.email] }
    } else {
      let isVerified = form.isOn("emailVerified")
      if email != account.email?.text { update.email = email }
      // The verification of one address must not apply to another address that the user sets at the same moment.
      if update.email != nil || isVerified != account.emailVerified { update.emailVerified = isVerified }
    }
    let number = try form.text("phoneNumber")
    if number != account.phoneNumber ?? "" { update.phoneNumber = number }
    let name = try form.text("displayName", maximum: 1_024)
    if name != account.displayName ?? "" { update.displayName = name }
    let photo = try form.text("photoUrl", maximum: 2_048)
    if photo != account.photoURL ?? "" { update.photoUrl = photo }
    try await request.update(update)
  }
}

extension WireError {
  fileprivate static let userChanged = WireError(
    httpStatus: 409, code: "USER_CHANGED", detail: "Somebody else changed the user meanwhile.")
}

extension UpdateRequest {
  init(of account: Account) {
    self.init()
    localId = account.id.rawValue
  }
}

extension ConsoleRequest {
  /// `accounts:update` in the administrator's name.
  func update(_ update: UpdateRequest) async throws {
    _ = try await audited(.update) { try await domain.service.update(update, caller) }
  }
}

/// The form of a new user.
private struct NewUser: Sendable {
  let cancelPath: String
  let actionPath: String
  let email: String
  let isVerified: Bool
  let phoneNumber: String
  let displayName: String
  let photoURL: String
  let uid: String
  let isDisabled: Bool

  init(_ request: ConsoleRequest) {
    let form = request.submitted
    cancelPath = request.path("users")
    actionPath = request.path("users/new")
    email = form?["email"] ?? ""
    isVerified = form?.isOn("emailVerified") ?? false
    phoneNumber = form?["phoneNumber"] ?? ""
    displayName = form?["displayName"] ?? ""
    photoURL = form?["photoUrl"] ?? ""
    uid = form?["uid"] ?? ""
    isDisabled = form?.isOn("disabled") ?? false
  }
}

private struct UserProfileForm: Sendable {
  let actionPath: String
  let cancelPath: String
  let version: String
  let email: String
  let isVerified: Bool
  let phoneNumber: String
  let displayName: String
  let photoURL: String
  let hasPassword: Bool

  init(_ account: Account, _ request: ConsoleRequest) {
    let form = request.submitted
    actionPath = request.userPath(account.id, "edit")
    cancelPath = request.userPath(account.id)
    version = String(account.version)
    email = form?["email"] ?? account.email?.text ?? ""
    isVerified = form?.isOn("emailVerified") ?? account.emailVerified
    phoneNumber = form?["phoneNumber"] ?? account.phoneNumber ?? ""
    displayName = form?["displayName"] ?? account.displayName ?? ""
    photoURL = form?["photoUrl"] ?? account.photoURL ?? ""
    hasPassword = account.password != nil
  }
}

private struct PasswordForm: Sendable {
  let actionPath: String
  let cancelPath: String
  let title: String
  let hasEmail: Bool

  init(_ account: Account, _ request: ConsoleRequest) {
    actionPath = request.userPath(account.id, "password")
    cancelPath = request.userPath(account.id)
    title = account.title
    hasEmail = account.email != nil
  }
}

private struct ClaimsForm: Sendable {
  /// The maximum number of characters read from a field. It is large, so that the domain reports texts that
  /// are too long with its own error.
  static let maximumTyped = 20_000

  let actionPath: String
  let cancelPath: String
  let title: String
  /// A digest of the claims when the form was rendered. It reveals whether the claims have changed since.
  let before: String
  let claims: String
  let isInvalid: Bool
  let maximumLength: String
  let reserved: [String]

  init(_ account: Account, _ request: ConsoleRequest) {
    actionPath = request.userPath(account.id, "claims")
    cancelPath = request.userPath(account.id)
    title = account.title
    before = Self.digest(account)
    claims = request.submitted?["claims"] ?? account.customAttributes ?? ""
    isInvalid = request.submitted != nil
    maximumLength = String(CustomClaims.maximumLength)
    reserved = CustomClaims.reserved.sorted()
  }

  static func digest(_ account: Account) -> String { sha256Hex(account.customAttributes ?? "") }

  /// Reports the position of a mistake, which the protocol's error does not contain. Length is left to the
  /// protocol's check.
  static func checkJSON(_ claims: String, _ texts: ConsoleTexts) throws {
    guard !claims.isEmpty, claims.count <= CustomClaims.maximumLength else { return }
    do { _ = try JSONParser().parse(claims) } catch {
      let position = error.position(in: claims)
      throw WireError.badRequest(
        "CLAIMS_UNREADABLE",
        texts(
          "users.claimsPosition", ["line": String(position.line), "column": String(position.column)]))
    }
  }
}
