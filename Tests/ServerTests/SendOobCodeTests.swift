import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("accounts:sendOobCode", .fewAtOnce)
struct SendOobCodeTests {
  private static let production: TestServer.Options = {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.origins = ["https://auth.example.com", "https://second.example.com"]
    return options
  }()

  /// A production server, and the key of a project with an account ann@example.com and link sign-in.
  private static func inProduction(_ body: @Sendable @escaping (TestServer, String) async throws -> Void)
    async throws
  {
    try await TestServer.run(production) { server in
      try await server.changeProject { project in
        project.signIn.emailLinkEnabled = true
        project.authorizedDomains = ["app.example.com"]
        project.displayName = "Example App"
        project.apps = [
          App(platform: .ios, appID: "1:1:ios:1", bundleID: "com.example.app"),
          App(platform: .android, appID: "1:1:android:1", packageName: "com.example.droid"),
        ]
      }
      let key = try await server.project().apiKeys[0]
      _ = try TestSession(
        try await server.call(
          "accounts:signUp", ["email": "ann@example.com", "password": "correct horse"], key: key))
      try await body(server, key)
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the mail is written in the language that the client names, English for others") {
      try await languages($0)
    },
    Behaviour("a development server knows the domains for links, and of Dynamic Links takes any") {
      try await developmentLinkDomain($0)
    },
    Behaviour(
      "an administrator has a mail sent that verifies an address, and the user's own word is still needed elsewhere"
    ) { try await verificationByAdministrator($0) },
    Behaviour("a change of address needs a recent sign-in, verifying it does not") {
      try await recentSignIn($0)
    },
  ]

  @Test("mails are sent to whom they may be, with links that may be")
  func mails() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func languages(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    for (locale, word) in [
      ("ja", "パスワード"), ("ja_JP", "パスワード"), ("VI-vn", "mật khẩu"), ("en-GB", "Reset your password"),
      ("fr", "Réinitialisez votre mot de passe"), ("nl", "Reset your password"),
      ("\"><script>", "Reset your password"),
    ] {
      let response = try await server.sendOob(
        "PASSWORD_RESET", ["email": "ann@example.com"], headers: ["X-Firebase-Locale": locale])
      #expect(response.status == 200, "\(response.text)")
      let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      #expect(mail.subject.contains(word), "\(locale): \(mail.subject)")
      #expect(mail.body.contains(mail.link) && mail.link.contains(mail.code))
      #expect(mail.body.contains("ann@example.com") && !mail.link.contains("script"))
    }
  }

  @Test("in production a link leads to the action page at the first configured origin")
  func productionLink() async throws {
    try await Self.inProduction { server, key in
      let url = "https://app.example.com/done?a=b#part"
      let response = try await server.sendOob(
        "PASSWORD_RESET", ["email": "Ann@Example.com", "continueUrl": .string(url)],
        headers: ["X-Firebase-Locale": "vi"], key: key)
      #expect(response.json["email"] == "ann@example.com")
      let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
      #expect(mail.link.hasPrefix("https://auth.example.com/__/auth/action?"))
      let query = FormURLEncoded(parsing: String(mail.link.split(separator: "?", maxSplits: 1)[1]))
      #expect(query["mode"] == "resetPassword" && query["oobCode"] == mail.code && query["lang"] == "vi")
      #expect(query["apiKey"] == key && query["continueUrl"] == url && query["tenantId"] == nil)
      #expect(mail.subject.contains("Example App"))
    }
  }

  @Test("an address to continue at must be on an authorized domain, and a link's domain exactly one")
  func domains() async throws {
    try await Self.inProduction { server, key in
      func error(_ more: [String: JSONValue]) async throws -> String? {
        var message = more
        message["email"] = "ann@example.com"
        return try await server.sendOob("PASSWORD_RESET", message, key: key).errorMessage
      }
      for url in [
        "https://evil.example/", "https://app.example.com.evil.example/", "https://xapp.example.com/",
      ] {
        #expect(try await error(["continueUrl": .string(url)])?.hasPrefix("UNAUTHORIZED_DOMAIN") == true)
      }
      for url in ["/done", "done.html", "javascript:alert(1)", "https://", "ftp://app.example.com/"] {
        #expect(try await error(["continueUrl": .string(url)])?.hasPrefix("INVALID_CONTINUE_URI") == true)
      }
      for domain in ["evil.example", "sub.app.example.com", "app.example.com:443", "app.example.com/x"] {
        let message = try await error(["linkDomain": .string(domain)])
        #expect(message == "INVALID_HOSTING_LINK_DOMAIN", "\(domain)")
      }
      #expect(try await error(["androidInstallApp": true]) == "MISSING_ANDROID_PACKAGE_NAME")
      #expect(try await error(["iOSAppStoreId": "12"]) == "MISSING_IOS_BUNDLE_ID")
      for id in ["id12", "12&ofl=https://evil.example", "١٢", "12\n", "-1", " 12"] {
        let message = try await error(["iOSBundleId": "com.example.app", "iOSAppStoreId": .string(id)])
        #expect(message?.contains("App Store") == true, "\(id): \(message ?? "")")
      }
      #expect(try await error(["canHandleCodeInApp": true])?.hasPrefix("MISSING_CONTINUE_URI") == true)
      #expect(try await error(["continueUrl": "https://sub.app.example.com/x"]) == nil)
      #expect(server.mails.count == 1)
    }
  }

  private static func developmentLinkDomain(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    for (name, domain, error) in [
      ("linkDomain", "links.example.com", "INVALID_HOSTING_LINK_DOMAIN"), ("linkDomain", "localhost", nil),
      ("dynamicLinkDomain", "example.page.link", nil),
    ] as [(String, JSONValue, String?)] {
      let message: [String: JSONValue] = [
        "email": "ann@example.com", "continueUrl": "http://localhost/done", "canHandleCodeInApp": true,
        "iOSBundleId": "com.example.app", name: domain,
      ]
      let answer = try await server.sendOob("PASSWORD_RESET", message)
      #expect(answer.errorMessage == error, "\(name): \(answer.text)")
    }
  }

  @Test("a link that an app opens carries what the app's system needs and leads on to the page in a browser")
  func appLink() async throws {
    try await Self.inProduction { server, key in
      var message: [String: JSONValue] = [
        "email": "ann@example.com", "continueUrl": "https://app.example.com/done",
        "canHandleCodeInApp": true, "iOSBundleId": "com.example.app", "iOSAppStoreId": "123",
        "androidPackageName": "com.example.droid", "androidMinimumVersion": "7",
      ]
      #expect(try await server.sendOob("EMAIL_SIGNIN", message, key: key).status == 200)
      let link = try server.mail("EMAIL_SIGNIN", to: "ann@example.com").link
      #expect(link.hasPrefix("https://auth.example.com/__/auth/links?link="))
      let query = FormURLEncoded(parsing: String(link.split(separator: "?", maxSplits: 1)[1]))
      #expect(query["ibi"] == "com.example.app" && query["isi"] == "123")
      #expect(query["apn"] == "com.example.droid" && query["amv"] == "7")
      let inner = try #require(query["link"])
      #expect(inner.hasPrefix("https://auth.example.com/__/auth/action?mode=signIn&"))

      let opened = try await server.send("GET", "/__/auth/links?" + query.text)
      #expect(opened.status == 303 && opened.location == inner)
      for address in [
        "https://evil.example/__/auth/action?x", "https://auth.example.com/__/auth/handler?x", "",
        "https://auth.example.com@evil.example/__/auth/action", "javascript:alert(1)",
      ] {
        let foreign = try await server.send(
          "GET", "/__/auth/links?" + FormURLEncoded([("link", address)]).text)
        #expect(foreign.status == 400 && foreign.location == nil, "\(address)")
      }

      message["linkDomain"] = "App.Example.com"
      #expect(try await server.sendOob("EMAIL_SIGNIN", message, key: key).status == 200)
      let other = try server.mail("EMAIL_SIGNIN", to: "ann@example.com").link
      #expect(other.hasPrefix("https://app.example.com/__/auth/links?link=https%3A%2F%2Fauth.example.com"))
    }
  }

  @Test("an administrator's link is not mailed, and is listed all the same")
  func administratorsLink() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      let response = try await server.administer(
        "accounts:sendOobCode",
        ["requestType": "VERIFY_EMAIL", "email": "ann@example.com", "returnOobLink": true])
      let code = try #require(response.json["oobCode"]?.stringValue)
      #expect(server.mails.isEmpty)
      let list = try await server.send("GET", "/emulator/v1/projects/example/oobCodes").json["oobCodes"]
      #expect(list?.arrayValue?.map { $0["oobCode"]?.stringValue } == [code])
      #expect(try await server.apply(oobCode: code).status == 200)
      let rest = try await server.send("GET", "/emulator/v1/projects/example/oobCodes").json["oobCodes"]
      #expect(rest?.arrayValue?.isEmpty == true)
    }
  }

  @Test("one address is sent a bounded number of mails of a kind in an hour")
  func limit() async throws {
    try await Self.inProduction { server, key in
      func send(_ type: String, _ email: String) async throws -> TestResponse {
        try await server.sendOob(type, ["email": .string(email)], key: key)
      }
      for _ in 0..<10 { #expect(try await send("PASSWORD_RESET", "ann@example.com").status == 200) }
      let refused = try await send("PASSWORD_RESET", "ANN@example.com")
      #expect(refused.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(server.mails.count == 10)
      #expect(try await send("EMAIL_SIGNIN", "ann@example.com").status == 200)
      #expect(try await send("EMAIL_SIGNIN", "bob@example.com").status == 200)
      server.clock.advance(seconds: 3_601)
      #expect(try await send("PASSWORD_RESET", "ann@example.com").status == 200)
    }
  }

  private static func recentSignIn(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    server.clock.advance(seconds: 301)
    let change = try await server.sendOob(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(ann.idToken), "newEmail": "new@example.com"])
    #expect(change.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    _ = try await server.verificationCode(of: ann, "ann@example.com")
  }

  private static func verificationByAdministrator(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    let message: JSONValue = ["requestType": "VERIFY_EMAIL", "email": "ann@example.com"]
    let sent = try await server.administer("accounts:sendOobCode", message)
    #expect(sent.status == 200 && sent.json["oobLink"] == nil && sent.json["oobCode"] == nil)
    let mail = try server.mail("VERIFY_EMAIL", to: "ann@example.com")
    #expect(try await server.apply(oobCode: mail.code).status == 200)
    #expect(try await server.accounts().first?.emailVerified == true)
    #expect(try await server.call("accounts:sendOobCode", message).errorMessage == "INVALID_ID_TOKEN")
    let change: JSONValue = [
      "requestType": "VERIFY_AND_CHANGE_EMAIL", "email": "ann@example.com", "newEmail": "new@example.com",
    ]
    #expect(
      try await server.administer("accounts:sendOobCode", change).errorMessage == "MISSING_ID_TOKEN")
  }

  @Test("requests that lack something or may not be made are refused in the contract's words")
  func refusals() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      func message(_ type: String, _ more: [String: JSONValue]) async throws -> String? {
        try await server.sendOob(type, more).errorMessage
      }
      #expect(try await message("PASSWORD_RESET", [:]) == "MISSING_EMAIL")
      #expect(try await message("PASSWORD_RESET", ["email": "nobody"]) == "INVALID_EMAIL")
      #expect(try await message("PASSWORD_RESET", ["email": "bob@example.com"]) == "EMAIL_NOT_FOUND")
      #expect(try await message("VERIFY_EMAIL", [:]) == "INVALID_ID_TOKEN")
      #expect(
        try await message("VERIFY_AND_CHANGE_EMAIL", ["newEmail": "b@example.com"]) == "MISSING_ID_TOKEN")
      #expect(
        try await message(
          "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(ann.idToken), "newEmail": "no address"])
          == "INVALID_NEW_EMAIL")
      #expect(try await message("OOB_REQ_TYPE_UNSPECIFIED", [:]) == "MISSING_REQ_TYPE")
      #expect(try await server.sendOob("RECOVER_EMAIL", ["email": "ann@example.com"]).status == 501)
      let unknown = try await server.administer(
        "accounts:sendOobCode",
        ["requestType": "VERIFY_EMAIL", "email": "bob@example.com", "returnOobLink": true])
      #expect(unknown.errorMessage == "USER_NOT_FOUND")
      #expect(server.mails.isEmpty)
    }
  }
}
