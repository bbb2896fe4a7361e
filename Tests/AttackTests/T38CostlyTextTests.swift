import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import Operations

/// Text whose cost grows faster than its length: by canonical equivalence, or by what makes up a character.
///
/// The server is a process of its own, so that its processor time is told from everybody else's.
@Suite("T38: costly text", .fewAtOnce, .serialized)
struct T38CostlyTextTests {
  private static let project = "example"
  private static let owner = ("Authorization", "Bearer owner")
  private static let json = ("Content-Type", "application/json")
  private static let form = ("Content-Type", "application/x-www-form-urlencoded")

  static func withEachKind(_ body: (CostlyText, MeasuredServer) async throws -> Void) async throws {
    let server = try await MeasuredServer.start()
    for kind in CostlyText.allCases { try await body(kind, server) }
  }

  private static func call(
    _ method: String, _ target: String, _ body: String, _ headers: [(String, String)] = [json]
  )
    -> MeasuredServer.Request
  {
    (method, "/identitytoolkit.googleapis.com/v1/\(target)", headers, body)
  }

  // Fails when JSONParser takes text that is not stream-safe.
  @Test("a request of any method, every text of it costly")
  func everyMethod() async throws {
    try await Self.withEachKind { (kind, server) in try await Self.everyMethod(kind, server) }
  }

  private static func everyMethod(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for method in DiscoveryMethod.all where method.request != nil {
      // What costs before somebody is known costs the same afterwards, but for what is compared.
      for isAdministrator in kind == .marks || kind == .shortRuns ? [false, true] : [false] {
        let everywhere = !isAdministrator
        let count = method.texts(everywhere: everywhere)
        guard count > 0 else { continue }
        let target = method.target(project: Self.project, id: "x")
        try await server.expectLinear("\(kind) to \(method.verb) \(method.path)", status: 200...501) {
          length in
          let message = method.message(kind.text(bytes: length / count), everywhere: everywhere) ?? [:]
          return (
            method.verb, target + (isAdministrator ? "" : "?key=key"),
            isAdministrator ? [Self.json, Self.owner] : [Self.json], JSONWriter.text(message)
          )
        }
      }
    }
  }

  // Fails when names of members may be of any length and any text.
  @Test("names of members")
  func names() async throws {
    try await Self.withEachKind { (kind, server) in try await Self.names(kind, server) }
  }

  private static func names(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for target in [
      "accounts:signUp?key=key", "accounts:signUp?key=", "accounts:lookup", "projects/x:createSessionCookie",
    ] {
      try await server.expectLinear("\(kind) as one name to \(target)") { length in
        Self.call("POST", target, #"{"\#(kind.jsonText(bytes: length))":1}"#)
      }
      try await server.expectLinear("\(kind) as names to \(target)") { length in
        let names = (0..<max(1, length / 1_000)).map { #""\#($0)\#(kind.jsonText(bytes: 1_000))":1"# }
        return Self.call("POST", target, "{\(names.joined(separator: ","))}")
      }
    }
    // A configuration's unknown names are sorted and listed.
    try await server.expectLinear("\(kind) as unknown names") { length in
      let names = (0..<max(1, length / 1_000)).map { #""\#($0)\#(kind.jsonText(bytes: 1_000))":1"# }
      return (
        "PATCH", "/identitytoolkit.googleapis.com/v2/projects/\(Self.project)/config",
        [Self.json, Self.owner],
        "{\(names.joined(separator: ","))}"
      )
    }
  }

  // Fails when what a request says is compared, cut or searched in more than linear time: each field alone, whose
  // neighbours let the operation get to it.
  @Test("single fields that operations look at")
  func fields() async throws {
    try await Self.withEachKind { (kind, server) in try await Self.fields(kind, server) }
  }

  private static func fields(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    let fields: [(operation: String, field: String, rest: String)] = [
      ("accounts:sendOobCode", "requestType", #""email":"a@example.com""#),
      ("accounts:sendOobCode", "email", #""requestType":"PASSWORD_RESET""#),
      ("accounts:sendOobCode", "continueUrl", #""requestType":"PASSWORD_RESET","email":"a@example.com""#),
      ("accounts:signUp", "email", #""password":"a password""#),
      ("accounts:signUp", "password", #""email":"a@example.com""#),
      ("accounts:signUp", "displayName", #""email":"a@example.com","password":"a password""#),
      ("accounts:signUp", "idToken", #""email":"a@example.com""#),
      ("accounts:signUp", "tenantId", #""email":"a@example.com""#),
      ("accounts:signInWithPassword", "email", #""password":"a password""#),
      ("accounts:signInWithPassword", "password", #""email":"a@example.com""#),
      ("accounts:signInWithIdp", "postBody", #""requestUri":"http://localhost""#),
      ("accounts:signInWithIdp", "requestUri", #""postBody":"providerId=google.com&id_token=x""#),
      ("accounts:signInWithIdp", "pendingToken", #""requestUri":"http://localhost""#),
      ("accounts:signInWithCustomToken", "token", #""returnSecureToken":true"#),
      ("accounts:signInWithEmailLink", "oobCode", #""email":"a@example.com""#),
      ("accounts:signInWithPhoneNumber", "phoneNumber", #""code":"123456""#),
      ("accounts:signInWithPhoneNumber", "temporaryProof", #""phoneNumber":"+15551230100""#),
      ("accounts:signInWithPhoneNumber", "sessionInfo", #""code":"123456""#),
      ("accounts:sendVerificationCode", "phoneNumber", #""recaptchaToken":"x""#),
      ("accounts:createAuthUri", "providerId", #""continueUri":"http://localhost""#),
      ("accounts:createAuthUri", "identifier", #""continueUri":"http://localhost""#),
      ("accounts:createAuthUri", "continueUri", #""providerId":"google.com""#),
      (
        "accounts:createAuthUri", "oauthScope", #""providerId":"google.com","continueUri":"http://localhost""#
      ),
      ("accounts:createAuthUri", "sessionId", #""providerId":"google.com","continueUri":"http://localhost""#),
      ("accounts:resetPassword", "oobCode", #""newPassword":"a password""#),
      ("accounts:lookup", "idToken", #""localId":["x"]"#),
      ("accounts:update", "oobCode", #""returnSecureToken":true"#),
      ("accounts:signInWithGameCenter", "playerId", #""publicKeyUrl":"https://static.gc.apple.com/x.cer""#),
      ("accounts:signInWithGameCenter", "publicKeyUrl", #""playerId":"x""#),
    ]
    for (operation, field, rest) in fields {
      try await server.expectLinear("\(kind) as \(field) of \(operation)", status: 200...501) {
        length in
        Self.call(
          "POST", "\(operation)?key=key", #"{"\#(field)":"\#(kind.jsonText(bytes: length))",\#(rest)}"#)
      }
    }
    for field in ["deleteProvider", "deleteAttribute", "localId", "email", "phoneNumber"] {
      for operation in ["accounts:update", "accounts:lookup"] {
        try await server.expectLinear("\(kind) in \(field) of \(operation)") { length in
          let text = kind.jsonText(bytes: length)
          return Self.call(
            "POST", "projects/\(Self.project)/\(operation)", #"{"localId":"x","\#(field)":["\#(text)"]}"#,
            [Self.json, Self.owner])
        }
      }
    }
    try await server.expectLinear("\(kind) as tokenType", status: 200...501) { length in
      (
        "POST", "/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=key", [Self.json],
        #"{"providerId":"apple.com","idToken":"x","token":"x","tokenType":"\#(kind.jsonText(bytes: length))"}"#
      )
    }
  }

  // Fails when text that is decoded once more is not looked at again: JSON in JSON, parts of tokens and parameters
  // (each alone).
  @Test("text within text")
  func nested() async throws {
    try await Self.withEachKind { (kind, server) in try await Self.nested(kind, server) }
  }

  private static func nested(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    func claims(_ length: Int) -> String {
      Base64URL.encode(
        #"{"\#(kind.jsonText(bytes: length / 2))":"\#(kind.jsonText(bytes: length / 2))"}"#.utf8)
    }
    for (header, isClaim) in [("e30", true), ("eyJhbGciOiJSUzI1NiIsImtpZCI6ImEifQ", true), ("e30", false)] {
      // No token is longer than 16 KiB.
      for operation in ["accounts:lookup", "accounts:update", "accounts:delete"] {
        try await server.expectLinear("\(kind) in a token for \(operation)", from: 700) { length in
          let part = claims(length)
          let token = isClaim ? "\(header).\(part).AAAA" : "\(part).\(header).AAAA"
          return Self.call("POST", "\(operation)?key=key", #"{"idToken":"\#(token)"}"#)
        }
      }
      try await server.expectLinear("\(kind) in a provider's token", from: 700) { length in
        let body = "providerId=google.com&id_token=\(header).\(claims(length)).AAAA"
        return Self.call(
          "POST", "accounts:signInWithIdp?key=key",
          #"{"requestUri":"http://localhost","postBody":"\#(body)"}"#)
      }
    }
    for parameter in [
      "providerId", "id_token", "access_token", "nonce", "user", "state", "code", "pendingToken",
      "oauth_token_secret", "oauth_token", "oauth_verifier", "denied", "x",
    ] {
      // No body of parameters is longer than 64 KiB.
      try await server.expectLinear("\(kind) as parameter \(parameter)", from: 2_600, status: 200...501) {
        length in
        let value = FormURLEncoded.encode(kind.text(bytes: length / 4))
        let body = "\(parameter)=\(value)&providerId=google.com&id_token=x&\(value)=1"
        return Self.call(
          "POST", "accounts:signInWithIdp?key=key",
          #"{"requestUri":"http://localhost","postBody":"\#(body)"}"#)
      }
      try await server.expectLinear(
        "\(kind) as bare parameter \(parameter)", from: 4_000, status: 200...501
      ) { length in
        let body = "providerId=google.com&\(parameter)=\(kind.jsonText(bytes: length))"
        return Self.call(
          "POST", "accounts:signInWithIdp?key=key",
          #"{"requestUri":"http://localhost","postBody":"\#(body)"}"#)
      }
    }
    try await server.expectLinear("\(kind) in custom claims", from: 1_000) { length in
      let text = kind.escaped(bytes: length).replacing(#"\"#, with: #"\\"#)
      return Self.call(
        "POST", "projects/\(Self.project)/accounts:update",
        #"{"localId":"x","customAttributes":"{\"\#(text)\":\"\#(text)\"}"}"#, [Self.json, Self.owner])
    }
    try await server.expectLinear("\(kind) in rules") { length in
      let text = kind.jsonText(bytes: length)
      return (
        "POST", "/v1/projects/\(Self.project):test", [Self.json, Self.owner],
        #"{"source":{"files":[{"name":"x","content":"service firebase.storage { match /b/{b}/o { match /{p=**} { "#
          + #"allow read: if request.auth.uid == '\#(text)' && resource.a == '\#(text)'; } } }"}]},"#
          + #""testSuite":{"testCases":[{"expectation":"ALLOW","request":{"method":"get","path":"/b/x/o/y","auth":"#
          + #"{"uid":"\#(text)"}},"resource":{"a":"\#(text)"}}]}}"#
      )
    }
  }

  // Fails when FormURLEncoded keeps such pairs, and when StreamSafeResponder lets such addresses and headers pass
  // (each alone).
  @Test("forms, queries, paths and headers")
  func outsideOfJSON() async throws {
    try await Self.withEachKind { (kind, server) in try await Self.outsideOfJSON(kind, server) }
  }

  private static func outsideOfJSON(_ kind: CostlyText, _ server: MeasuredServer) async throws {
    for name in ["grant_type", "refresh_token", "x"] {
      try await server.expectLinear("\(kind) as \(name) of a form") { length in
        let text = FormURLEncoded.encode(kind.text(bytes: length / 4))
        return (
          "POST", "/securetoken.googleapis.com/v1/token?key=key", [Self.form],
          "grant_type=refresh_token&refresh_token=x&\(name)=\(text)&\(text)=1"
        )
      }
    }
    for target in ["/__/auth/handler", "/__/auth/action", "/oauth2/token", "/token"] {
      try await server.expectLinear("\(kind) in a form for \(target)", from: 1_800) { length in
        let text = FormURLEncoded.encode(kind.text(bytes: length / 4))
        return ("POST", target, [Self.form], "state=\(text)&mode=\(text)&oobCode=x&apiKey=key&\(text)=1")
      }
    }
    for target in [
      "/__/auth/handler?apiKey=key&authType=signInViaPopup&providerId=google.com&redirectUrl=http://localhost",
      "/__/auth/handler?state=x", "/__/auth/action?mode=verifyEmail&apiKey=key&oobCode=x",
      "/__/auth/iframe?apiKey=key&appName=x", "/__/auth/links?link=x",
      "/identitytoolkit.googleapis.com/v1/projects?key=key",
      "/console/sign-in?x=1", "/console/p/example/users?q=x", "/emulator/v1/projects/example/oobCodes?x=1",
      "/lab/google/authorize?client_id=x",
    ] {
      for name in ["customParameters", "scopes", "lang", "hl", "continueUrl", "q", "link", "x"] {
        try await server.expectLinear("\(kind) as \(name) of \(target)", from: 400) { length in
          let text = FormURLEncoded.encode(kind.text(bytes: length))
          return ("GET", "\(target)&\(name)=\(text)&\(text)=1", [], "")
        }
      }
    }
    // Bytes as they are, which URLs should not have.
    guard kind != .lineEnds else { return }
    for place in [
      "/", "/console/p/", "/identitytoolkit.googleapis.com/v1/projects/", "/robot/v1/metadata/x509/",
    ] {
      try await server.expectLinear("\(kind) in the path \(place)", from: 1_800) { length in
        ("GET", place + kind.text(bytes: length), [], "")
      }
      try await server.expectLinear("\(kind), escaped, in the path \(place)", from: 600) { length in
        ("GET", place + FormURLEncoded.encode(kind.text(bytes: length)), [], "")
      }
    }
    for name in [
      "Authorization", "Content-Type", "Origin", "Referer", "Accept-Language", "Cookie", "User-Agent",
      "X-Goog-Api-Key", "X-Firebase-Locale", "X-Forwarded-For", "X-Ios-Bundle-Identifier", "Accept",
      "Sec-Fetch-Site", "X-Anything",
    ] {
      for target in [
        "/identitytoolkit.googleapis.com/v1/accounts:signUp", "/__/auth/action", "/console/sign-in",
      ] {
        try await server.expectLinear("\(kind) as \(name) for \(target)", from: 1_800) { length in
          ("POST", target, [(name, kind.text(bytes: length))], "{}")
        }
      }
    }
  }

  // Fails when JSONParser takes text that is not stream-safe: the server is busy for minutes, whoever is still there.
  @Test(
    "bodies whose senders have hung up keep nobody waiting, and the server stops when it is told to",
    .timeLimit(.minutes(2)))
  func abandoned() async throws {
    let server = try await MeasuredServer.start()
    let name = CostlyText.marks.jsonText(bytes: (1 << 20) - 100)
    let body = #"{"\#(name)":1}"#
    let head =
      "POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=wrong HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    for _ in 0..<2 { try await server.hangUp(after: Array(head.utf8) + Array(body.utf8)) }
    let start = ContinuousClock.now
    for _ in 0..<10 { #expect(try await server.send("GET", "/healthz").status == 200) }
    let time = ContinuousClock.now - start
    #expect(time < .seconds(20), "ten answers took \(time)")
    #expect(server.processorTime < 20)
    for _ in 0..<2 { try await server.hangUp(after: Array(head.utf8) + Array(body.utf8)) }
    server.signal(SIGTERM)
    #expect(await server.ends(), "the server goes on after SIGTERM")
  }

  // Fails when passwords have to be stream-safe, or are no longer compared as bytes are.
  @Test("a password may be any text of a password's length")
  func passwords() async throws {
    try await TestServer.run { server in
      let password = CostlyText.marks.text(bytes: 4_000)
      _ = try await server.signUp("ann@example.com", password)
      let right = try await server.call(
        "accounts:signInWithPassword", ["email": "ann@example.com", "password": .string(password)])
      #expect(right.status == 200)
      let wrong = try await server.call(
        "accounts:signInWithPassword",
        ["email": "ann@example.com", "password": .string(CostlyText.marks.text(bytes: 3_996))])
      expectRefused(wrong, nil, "another password")
      expectRefused(
        try await server.call(
          "accounts:signUp", ["password": .string(password + password), "email": "bob@example.com"]), nil,
        "a longer password")
    }
  }

  // Fails when a provider's token or document is refused for its names, and when a name is not looked at again once
  // its control characters are gone (each alone).
  @Test("a provider's costly name is left out, and its user is signed in")
  func providerNames() async throws {
    try await TestServer.run { server in
      let marks = CostlyText.marks.text(bytes: 2_000)
      let google = try server.forge(
        .google,
        ["name": .string(marks), "given_name": "Ann", "picture": .string("https://example.com/" + marks)])
      let signIn = try await server.signIn(.google, google)
      #expect(
        signIn.status == 200 && signIn.json["firstName"] == "Ann", "\(signIn.text.prefix(utf8Bytes: 500))")
      #expect(signIn.json["displayName"] == nil && signIn.json["photoUrl"] == nil)
      // Marks that control characters keep apart stand in a row where those are taken out.
      let apart = String(repeating: String(repeating: "\u{301}\u{316}", count: 10) + "\u{1}", count: 4)
      let joined = try await server.signIn(
        .google, try server.forge(.google, ["sub": "apart", "name": .string("Ann" + apart)]))
      #expect(
        joined.status == 200 && joined.json["displayName"] == nil, "\(joined.text.prefix(utf8Bytes: 500))")
      let escaped = CostlyText.marks.escaped(bytes: 200)
      for (number, lastName, shown) in [("1", escaped, "Bob"), ("2", marks, nil)] {
        let apple = try await server.signInWithIdp([
          ("providerId", "apple.com"),
          ("id_token", try server.forge(.apple, ["sub": .string("bob\(number)")])),
          ("nonce", TestServer.rawNonce),
          ("user", #"{"name":{"firstName":"Bob","lastName":"\#(lastName)"}}"#),
        ])
        #expect(
          apple.status == 200 && apple.json["displayName"]?.stringValue == shown,
          "\(apple.text.prefix(utf8Bytes: 500))")
      }
    }
  }

  // Fails when a file's text is taken as it is, or the file ends where such text is.
  @Test("an import reports the users whose text is costly, and takes the others")
  func imports() throws {
    let marks = CostlyText.marks.text(bytes: 200)
    var csv = CSVUserDecoder()
    let rows = try csv.feed("good,a@example.com\nbad\(marks),b@example.com\nlast,c@example.com\n".utf8)
    var json = JSONUserDecoder()
    let users = try json.feed(
      #"{"users":[{"localId":"good"},{"localId":"bad","displayName":"\#(marks)"},{"localId":"last"}]}"#.utf8)
    for entries in [rows, users] {
      let found = entries.map { entry -> String? in
        if case .user(let user, _) = entry { user.localId } else { nil }
      }
      #expect(found == ["good", nil, "last"])
    }
  }
}
