import Identity
import IdentityWire
import Messaging

extension TestServer {
  /// `accounts:sendOobCode` of a type (`PASSWORD_RESET`, `EMAIL_SIGNIN`, …).
  public func sendOob(
    _ type: String, _ more: [String: JSONValue], headers: [String: String] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var message = more
    message["requestType"] = .string(type)
    var all = headers
    all["Content-Type"] = "application/json"
    return try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=\(key)", headers: all,
      body: JSONWriter.text(.object(message)))
  }

  /// Every mail that was sent, the oldest first, also those whose code was used.
  public var mails: [OutgoingMail] {
    backend.inbox.messages.compactMap { message in
      if case .mail(let mail) = message { mail } else { nil }
    }
  }

  /// The newest mail of a type to an address.
  public func mail(_ type: String, to email: String) throws -> OutgoingMail {
    guard let mail = mails.last(where: { $0.requestType == type && $0.to.text == email }) else {
      throw TestFailure("no \(type) was mailed to \(email)")
    }
    return mail
  }

  /// Asks for a mail and gives its code.
  public func oobCode(
    _ type: String, to email: String, _ more: [String: JSONValue], key: String = "key"
  ) async throws -> String {
    let response = try await sendOob(type, more, key: key)
    guard response.status == 200 else { throw TestFailure("\(type): \(response.status) \(response.text)") }
    return try mail(type, to: email).code
  }

  public func resetCode(_ email: String, key: String = "key") async throws -> String {
    try await oobCode("PASSWORD_RESET", to: email, ["email": .string(email)], key: key)
  }

  public func verificationCode(of user: TestSession, _ email: String) async throws -> String {
    try await oobCode("VERIFY_EMAIL", to: email, ["idToken": .string(user.idToken)])
  }

  public func changeCode(of user: TestSession, to newEmail: String) async throws -> String {
    try await oobCode(
      "VERIFY_AND_CHANGE_EMAIL", to: newEmail,
      ["idToken": .string(user.idToken), "newEmail": .string(newEmail)])
  }

  public func signInLinkCode(_ email: String, key: String = "key") async throws -> String {
    try await oobCode(
      "EMAIL_SIGNIN", to: email,
      ["email": .string(email), "continueUrl": "http://localhost/done", "canHandleCodeInApp": true],
      key: key)
  }

  /// `accounts:update` with a code and nothing else.
  public func apply(oobCode: String, key: String = "key") async throws -> TestResponse {
    try await call("accounts:update", ["oobCode": .string(oobCode)], key: key)
  }

  public func resetPassword(
    _ oobCode: String, to password: String?, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var message = more
    message["oobCode"] = .string(oobCode)
    message["newPassword"] = password.map { .string($0) }
    return try await call("accounts:resetPassword", .object(message), key: key)
  }

  public func signInWithLink(
    _ oobCode: String, email: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var message = more
    message["oobCode"] = .string(oobCode)
    message["email"] = .string(email)
    return try await call("accounts:signInWithEmailLink", .object(message), key: key)
  }

  public func signInWithPassword(_ email: String, _ password: String, key: String = "key") async throws
    -> TestResponse
  {
    try await call(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true], key: key)
  }

  /// Sends the form of a page that mailed links lead to, as a browser does.
  public func submit(
    _ page: TestResponse, _ more: [(name: String, value: String)] = [], to base: String = "",
    headers: [String: String] = [:]
  ) async throws -> TestResponse {
    let (action, form) = try page.formPost()
    var fields = form
    for (name, value) in more { fields[name] = value }
    var all = [
      "Content-Type": "application/x-www-form-urlencoded", "Origin": origin, "Sec-Fetch-Site": "same-origin",
    ]
    all.merge(headers) { $1 }
    return try await send("POST", base + action, headers: all, body: fields.text)
  }

  /// The same, with each of two servers in turns.
  public func submitAnywhere(_ page: TestResponse, _ more: [(name: String, value: String)] = [])
    async throws -> TestResponse
  {
    let base = nextOrigin
    return try await submit(page, more, to: base, headers: ["Origin": base])
  }

  /// Another project of the server with a key of its own, for which nothing is configured.
  public func addProject(_ name: String) async throws -> Project {
    guard let id = ProjectID(rawValue: name) else { throw TestFailure("no project id: \(name)") }
    return try await backend.administration.create(id, authorizedDomains: ["localhost", "127.0.0.1"])
  }

  /// A tenant that lets in by password and by mailed link.
  @discardableResult
  public func openTenant(_ name: String) async throws -> Tenant {
    guard let id = TenantID(rawValue: name) else { throw TestFailure("no tenant id: \(name)") }
    var tenant = Tenant(id: id, project: Self.project, createdAt: clock.now())
    tenant.signIn.passwordEnabled = true
    tenant.signIn.emailLinkEnabled = true
    try await backend.projects.insert(tenant)
    return tenant
  }
}
