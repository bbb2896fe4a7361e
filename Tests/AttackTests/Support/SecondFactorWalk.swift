import Identity
import IdentityWire
import TestSupport
import Testing

/// One random sequence of calls around an account with second factors, checked after each.
actor SecondFactorWalk {
  struct Summary: Sendable {
    var challenges = 0
    var proofs = 0
    var checkedTokens = 0
  }

  private(set) var summary = Summary()
  let server: TestServer
  private let random: SeededRandom
  private let victim: String
  private(set) var passwords = ["correct horse"]
  private(set) var emails = ["ada@example.com", "mallory@example.com", "third@example.com"]

  // What has been handed out so far, to whomever.
  private(set) var idTokens: [String] = []
  private(set) var refreshTokens: [String] = []
  private var pending: [String] = []
  private var sessions: [String] = []
  private var proofs: [String] = []
  private var authenticators: [String: TestAuthenticator] = [:]
  private var nextIdentity = 100
  private var nextNumber = 0
  /// Whether the step is one that may take factors away.
  private var takesFactors = false

  init(_ server: TestServer, seed: UInt64) async throws {
    self.server = server
    random = SeededRandom(seed: seed)
    let ada = try await server.verifiedUser("ada@example.com")
    let google = try TestSession(
      try await server.signInWithIdp([
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"7","email":"ada@example.com","email_verified":true}"#),
      ]))
    victim = ada.localID
    let app = try await server.enrollTOTP(try TestSession(try await server.signIn("ada@example.com")))
    let phone = try await server.enrollPhone(app.session, "+15551230100")
    authenticators[app.id] = app.authenticator
    // Of before; after; and a stranger's, who is signed in rightly.
    let mallory = try await server.verifiedUser("mallory@example.com")
    for session in [ada, google, app.session, phone.session, mallory] {
      idTokens.append(session.idToken)
      refreshTokens.append(session.refreshToken)
    }
  }

  func pick<Element>(_ list: [Element]) -> Element? {
    guard !list.isEmpty else { return nil }
    let bytes = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return list[Int(bytes) % list.count]
  }

  /// Mostly one of the latest: the older are more often than not at an end.
  func recent<Element>(_ list: [Element]) -> Element? { pick(chance(3) ? list : list.suffix(3)) }

  func chance(_ oneIn: Int) -> Bool { pick(Array(0..<oneIn)) == 0 }

  private func factors() async throws -> [EnrolledFactor] { try await server.account(victim)?.factors ?? [] }

  // MARK: Steps

  func step() async throws {
    let steps: [() async throws -> TestResponse?] = [
      password, identity, mergingIdentity, link, linkPhone, phone, upgrade, profile, credentials, unlink,
      refresh,
      lookup, startSecond, guess, guess, prove, proveByApp, enrol, enrolApp, withdraw, administer, proof,
      disable,
      stray, comeIn, comeIn, comeIn,
    ]
    let before = try await factors().map(\.enrollmentID)
    takesFactors = false
    let response = try await pick(steps)?()
    let after = try await factors().map(\.enrollmentID)
    #expect(
      takesFactors || Set(after).isSuperset(of: before), "a factor has vanished: \(response?.text ?? "")")
    guard let response else { return }
    try await keep(response)
    server.clock.advance(seconds: pick([0, 0, 1, 20, 40]) ?? 0)
  }

  /// Notes what an answer hands out, and checks it.
  private func keep(_ response: TestResponse) async throws {
    let json = response.json
    for name in ["idToken", "id_token", "access_token"] {
      if let token = json[name]?.stringValue {
        try await check(token, response)
        idTokens.append(token)
      }
    }
    for name in ["refreshToken", "refresh_token"] {
      if let token = json[name]?.stringValue { refreshTokens.append(token) }
    }
    if let credential = json["mfaPendingCredential"]?.stringValue {
      summary.challenges += 1
      #expect(json["idToken"] == nil && json["refreshToken"] == nil)
      pending.append(credential)
    }
    for session in [
      json["sessionInfo"], json["phoneSessionInfo"]?["sessionInfo"],
      json["phoneResponseInfo"]?["sessionInfo"],
    ] {
      if let text = session?.stringValue { sessions.append(text) }
    }
    if let text = json["temporaryProof"]?.stringValue { proofs.append(text) }
  }

  func check(_ token: String, _ response: TestResponse) async throws {
    let claims = try UnverifiedJWT(token).claims
    let account = try await server.account(try #require(claims["sub"]?.stringValue))
    guard let account, !account.factors.isEmpty else { return }
    summary.checkedTokens += 1
    #expect(
      claims["firebase"]?["sign_in_second_factor"]?.stringValue != nil,
      "a token without the second factor: \(response.text)")
  }

  /// Presents every token of the walk once more.
  func useEverything() async throws {
    for token in refreshTokens {
      let response = try await server.refresh(token)
      if response.status == 200 { try await check(try server.text(response, "id_token"), response) }
    }
    for token in idTokens {
      let response = try await server.call(
        "accounts:update", ["idToken": .string(token), "displayName": "x", "returnSecureToken": true])
      if let token = response.json["idToken"]?.stringValue { try await check(token, response) }
    }
  }

  // MARK: First factors

  private func password() async throws -> TestResponse? {
    guard let email = pick(emails), let password = pick(passwords) else { return nil }
    return try await server.signIn(email, password: password)
  }

  private func identity() async throws -> TestResponse? {
    try await server.signInWithIdp(
      [
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"7","email":"ada@example.com","email_verified":true}"#),
      ], chance(2) ? ["autoCreate": false] : [:])
  }

  private func mergingIdentity() async throws -> TestResponse? {
    nextIdentity += 1
    let provider = pick(["google.com", "github.com", "apple.com", "facebook.com"]) ?? "google.com"
    let verified = chance(3) ? "false" : "true"
    return try await server.signInWithIdp([
      ("providerId", provider),
      (
        "id_token",
        #"{"sub":"\#(nextIdentity)","email":"\#(pick(emails) ?? "")","email_verified":\#(verified)}"#
      ),
    ])
  }

  private func link() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    nextIdentity += 1
    return try await server.signInWithIdp(
      [
        ("providerId", pick(["apple.com", "github.com", "facebook.com"]) ?? ""),
        ("id_token", #"{"sub":"\#(nextIdentity)"}"#),
      ], ["idToken": .string(token)])
  }

  private func linkPhone() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    var more: [String: JSONValue] = ["idToken": .string(token)]
    if let operation = pick(["LINK", "UPDATE", "REAUTH", ""]), !operation.isEmpty {
      more["operation"] = .string(operation)
    }
    return try await phoneSignIn(more)
  }

  private func phone() async throws -> TestResponse? { try await phoneSignIn([:]) }

  private func phoneSignIn(_ more: [String: JSONValue]) async throws -> TestResponse? {
    let number = pick(["+15551230100", "+15551230901", "+15551230902"]) ?? ""
    let sent = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
    guard let session = sent.json["sessionInfo"]?.stringValue else { return sent }
    // Only a number of one's own gives its code away.
    guard number != "+15551230100" else { return sent }
    var message = more
    message["sessionInfo"] = .string(session)
    message["code"] = .string(try server.code(of: session))
    return try await server.call("accounts:signInWithPhoneNumber", .object(message))
  }

  private func proof() async throws -> TestResponse? {
    guard let proof = recent(proofs) else { return nil }
    var message: [String: JSONValue] = [
      "temporaryProof": .string(proof), "phoneNumber": .string(pick(["+15551230901", "+15551230902"]) ?? ""),
    ]
    if chance(2) { message["idToken"] = recent(idTokens).map { .string($0) } }
    return try await server.call("accounts:signInWithPhoneNumber", .object(message))
  }

  // MARK: Second factors

  private func startSecond() async throws -> TestResponse? {
    guard let credential = recent(pending), let factor = pick(try await factors()) else { return nil }
    return try await server.startSecondFactor(credential, factor.enrollmentID)
  }

  /// What somebody tries who does not see the messages: a wrong code, or the right code of another session.
  private func guess() async throws -> TestResponse? {
    guard let credential = recent(pending), let session = recent(sessions) else { return nil }
    if chance(4), let factor = pick(try await factors()) {
      return try await server.proveTOTP(credential, factor.enrollmentID, password: "000000")
    }
    let other = recent(sessions) ?? session
    let code = session == other ? "000000" : (try? server.code(of: other)) ?? "111111"
    if (try? server.code(of: session)) == code { return nil }
    return try await server.provePhone(credential, session, code: code)
  }

  private func prove() async throws -> TestResponse? {
    let isStray = chance(3)
    guard let credential = isStray ? recent(pending) : pending.last,
      let session = isStray ? recent(sessions) : sessions.last, let code = try? server.code(of: session)
    else { return nil }
    let response = try await server.provePhone(credential, session, code: code)
    if response.status == 200 { summary.proofs += 1 }
    return response
  }

  /// The owner signs in as it should be.
  private func comeIn() async throws -> TestResponse? {
    guard let account = try await server.account(victim), let email = account.email?.text else { return nil }
    let first =
      chance(3)
      ? try await identity() : try await server.signIn(email, password: passwords[0])
    guard let first, let credential = first.json["mfaPendingCredential"]?.stringValue else { return first }
    try await keep(first)
    guard let phone = pick(account.factors.filter { if case .phone = $0.kind { true } else { false } }) else {
      return try await proveByApp()
    }
    try await keep(try await server.startSecondFactor(credential, phone.enrollmentID))
    if !chance(4) { return try await prove() }
    return nil
  }

  private func proveByApp() async throws -> TestResponse? {
    guard let credential = pending.last, let app = pick(Array(authenticators.keys).sorted()),
      let authenticator = authenticators[app]
    else { return nil }
    server.clock.advance(seconds: 30)
    let response = try await server.proveTOTP(
      credential, app, password: authenticator.password(at: server.clock.now()))
    if response.status == 200 { summary.proofs += 1 }
    return response
  }

  private func enrol() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    nextNumber += 1
    let started = try await server.startPhoneEnrollment(token, "+155512310\(10 + nextNumber)")
    guard let session = started.json["phoneSessionInfo"]?["sessionInfo"]?.stringValue else { return started }
    return try await server.call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(chance(3) ? recent(idTokens) ?? token : token),
        "phoneVerificationInfo": [
          "sessionInfo": .string(session), "code": .string(try server.code(of: session)),
        ],
      ])
  }

  private func enrolApp() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    let started = try await server.startTOTPEnrollment(token)
    guard let info = started.json["totpSessionInfo"], let session = info["sessionInfo"],
      let secret = info["sharedSecretKey"]?.stringValue
    else { return started }
    let authenticator = try TestAuthenticator(base32: secret)
    let response = try await server.call2(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": .string(token),
        "totpVerificationInfo": [
          "sessionInfo": session, "verificationCode": .string(authenticator.password(at: server.clock.now())),
        ],
      ])
    if let new = response.json["idToken"]?.stringValue,
      let id = try UnverifiedJWT(new).claims["firebase"]?["second_factor_identifier"]?.stringValue
    {
      authenticators[id] = authenticator
    }
    return response
  }

  private func withdraw() async throws -> TestResponse? {
    takesFactors = true
    guard let token = recent(idTokens), let factor = pick(try await factors()) else { return nil }
    return try await server.call2(
      "accounts/mfaEnrollment:withdraw",
      ["idToken": .string(token), "mfaEnrollmentId": .string(factor.enrollmentID)])
  }

  // MARK: Others

  private func administer() async throws -> TestResponse? {
    takesFactors = true
    nextNumber += 1
    let known = try await factors().compactMap { factor -> JSONValue? in
      switch factor.kind {
      case .phone(let number):
        ["mfaEnrollmentId": .string(factor.enrollmentID), "phoneInfo": .string(number)]
      case .totp: ["mfaEnrollmentId": .string(factor.enrollmentID), "totpInfo": [:]]
      }
    }
    let added: JSONValue = [
      "mfaEnrollmentId": .string("admin-\(nextNumber)"), "phoneInfo": .string("+155512320\(10 + nextNumber)"),
    ]
    let lists: [[JSONValue]] = [known.suffix(3) + [added], [added], known, chance(3) ? [] : [added]]
    return try await server.administer(
      "accounts:update",
      [
        "localId": .string(victim), "emailVerified": true,
        "mfa": ["enrollments": .array(pick(lists) ?? [added])],
      ])
  }

  private func disable() async throws -> TestResponse? {
    for isDisabled in [true, false] {
      _ = try await server.administer(
        "accounts:update", ["localId": .string(victim), "disableUser": .bool(isDisabled)])
      guard isDisabled, let credential = recent(pending), let session = recent(sessions),
        let code = try? server.code(of: session)
      else { continue }
      let response = try await server.provePhone(credential, session, code: code)
      if try subject(of: response) == victim { Issue.record("a disabled user came in") }
    }
    return nil
  }

  /// Things at places where they do not belong.
  private func stray() async throws -> TestResponse? {
    let things = idTokens + refreshTokens + pending + sessions + proofs
    guard let one = pick(things), let other = pick(things) else { return nil }
    switch pick(Array(0..<5)) {
    case 0: return try await server.refresh(one)
    case 1:
      return try await server.call("accounts:update", ["idToken": .string(one), "returnSecureToken": true])
    case 2: return try await server.signInWithIdp([("pendingToken", one)])
    case 3: return try await server.provePhone(one, other, code: "000000")
    default:
      return try await server.call(
        "accounts:signInWithPhoneNumber",
        ["temporaryProof": .string(one), "phoneNumber": "+15551230100", "idToken": .string(other)])
    }
  }
}

/// The account that an answer's token is for, if there is one.
private func subject(of response: TestResponse) throws -> String? {
  try response.json["idToken"]?.stringValue.map { try UnverifiedJWT($0).claims["sub"]?.stringValue } ?? nil
}
