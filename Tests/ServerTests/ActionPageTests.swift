import IdentityWire
import TestSupport
import Testing

@Suite("Pages that mailed links lead to", .fewAtOnce)
struct ActionPageTests {
  /// The production page of a link that a development server mailed.
  private static func page(_ link: String) -> String {
    link.replacing("/emulator/action?", with: "/__/auth/action?")
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("opening a link changes nothing, however often; the form does, once") { try await verify($0) },
    Behaviour("a password is reset by the form, which says what is wrong with a weak one") {
      try await reset($0)
    },
    Behaviour("a recovered address comes with the offer to reset the password") { try await recover($0) },
    Behaviour("a sign-in link goes on to the app with everything that it says") { try await signIn($0) },
    Behaviour("pages speak the link's language, or the browser's") { try await languages($0) },
    Behaviour("the pages of accounts ask in every language whose they are, strict or not") {
      try await ownership($0)
    },
    Behaviour("broken links are told so, and a link does not do what it does not say") {
      try await broken($0)
    },
  ]

  @Test("a page does what its link says, once, in the reader's language")
  func pages() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func verify(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    _ = try await server.sendOob(
      "VERIFY_EMAIL",
      ["idToken": .string(ann.idToken), "continueUrl": "http://localhost:5000/done?a=1&b=2"])
    let link = Self.page(try server.mail("VERIFY_EMAIL", to: "ann@example.com").link)
    var page = try await server.send("GET", link)
    for method in ["GET", "HEAD", "GET"] { page = try await server.send(method, link) }
    #expect(page.status == 200 && page.text.contains("ann@example.com"))
    #expect(try await server.account(ann.localID)?.emailVerified == false)

    let done = try await server.submit(page)
    #expect(done.status == 200 && done.text.contains("Your email address is verified"), "\(done.text)")
    #expect(done.text.contains("href=\"http://localhost:5000/done?a=1&amp;b=2\""))
    #expect(try await server.account(ann.localID)?.emailVerified == true)
    for response in [try await server.submit(page), try await server.send("GET", link)] {
      #expect(response.status == 400 && response.text.contains("This link no longer works"))
    }
  }

  private static func reset(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    try await server.changeProject { project in
      project.signIn.passwordPolicy.isEnforced = true
      project.signIn.passwordPolicy.minimumLength = 8
      project.signIn.passwordPolicy.requiresNumeric = true
    }
    _ = try await server.resetCode("ann@example.com")
    let link = Self.page(try server.mail("PASSWORD_RESET", to: "ann@example.com").link)
    let page = try await server.send("GET", link)
    #expect(page.text.contains("A digit") && page.text.contains("autocomplete=\"new-password\""))
    let weak = try await server.submit(page, [("newPassword", "longenough")])
    #expect(weak.status == 400 && weak.text.contains("id=\"action-problem\""))
    #expect(!weak.text.contains("longenough"), "a password is not shown again")
    let done = try await server.submit(weak, [("newPassword", "longenough1")])
    #expect(done.status == 200 && done.text.contains("Your password was changed"))
    #expect(try await server.signInWithPassword("ann@example.com", "longenough1").status == 200)
  }

  private static func recover(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.changeCode(of: ann, to: "thief@example.com")
    let link = try server.mail("VERIFY_AND_CHANGE_EMAIL", to: "thief@example.com").link
    #expect(link.contains(code))
    let changed = try await server.submit(try await server.send("GET", Self.page(link)))
    #expect(changed.text.contains("Your email address was changed"))
    let recovery = Self.page(try server.mail("RECOVER_EMAIL", to: "ann@example.com").link)
    let page = try await server.send("GET", recovery)
    #expect(page.text.contains("thief@example.com"))
    let recovered = try await server.submit(page)
    #expect(recovered.text.contains("Your email address is back"))
    #expect(try await server.account(ann.localID)?.email?.text == "ann@example.com")
    let sent = try await server.submit(recovered)
    #expect(sent.text.contains("Check your mail"))
    let mail = try server.mail("PASSWORD_RESET", to: "ann@example.com")
    #expect(try await server.resetPassword(mail.code, to: "ann's again").status == 200)
  }

  private static func signIn(_ server: TestServer) async throws {
    let code = try await server.signInLinkCode("ann@example.com")
    let link = Self.page(try server.mail("EMAIL_SIGNIN", to: "ann@example.com").link)
    let response = try await server.send("GET", link)
    #expect(response.status == 303)
    let location = try #require(response.location)
    #expect(location.hasPrefix("http://localhost/done?"))
    let query = FormURLEncoded(parsing: String(location.split(separator: "?")[1]))
    #expect(query["mode"] == "signIn" && query["oobCode"] == code && query["continueUrl"] == nil)
    #expect(query["apiKey"]?.isEmpty == false && query["lang"] == "en")
    #expect(try await server.signInWithLink(code, email: "ann@example.com").status == 200)
    #expect(try await server.send("GET", link).status == 400)
  }

  private static func languages(_ server: TestServer) async throws {
    let base = "/__/auth/action?mode=verifyEmail&oobCode=x&apiKey=key"
    for (more, header, words) in [
      ("&lang=ja", "", "このリンクは使えません"), ("&lang=ja", "", "<html lang=\"ja\">"),
      ("&lang=vi-VN", "", "Liên kết này không còn dùng được"),
      ("&lang=pt-BR", "", "Este link não funciona mais"), ("", "de-AT", "Dieser Link gilt nicht mehr"),
      ("&lang=fr", "", "Ce lien n’est plus valable"), ("&lang=es", "", "Este enlace ya no funciona"),
      ("&lang=xx", "nl;q=1, vi;q=0.4, ja;q=0.8", "このリンクは使えません"), ("", "", "This link no longer works"),
      ("&lang=\"><script>", "", "<html lang=\"en\">"),
    ] {
      let page = try await server.send(
        "GET", base + "&" + FormURLEncoded(parsing: more).text, headers: ["Accept-Language": header])
      #expect(page.text.contains(words), "\(more) \(header)")
    }
  }

  private static func ownership(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    _ = try await server.verificationCode(of: ann, "ann@example.com")
    let link = Self.page(try server.mail("VERIFY_EMAIL", to: "ann@example.com").link)
    let words = [
      "en": ["a password", "This was not me", "The account’s password"],
      "de": ["mit einem Passwort", "Das war ich nicht", "Passwort des Kontos"],
      "es": ["una contraseña", "No he sido yo", "Contraseña de la cuenta"],
      "fr": ["un mot de passe", "Ce n’était pas moi", "Mot de passe du compte"],
      "ja": ["パスワード", "心当たりがありません", "アカウントのパスワード"],
      "pt": ["uma senha", "Não fui eu", "Senha da conta"],
      "vi": ["mật khẩu", "Không phải tôi", "Mật khẩu của tài khoản"],
    ]
    for isStrict in [false, true] {
      try await server.changeProject { $0.signIn.strictEmailVerification = isStrict }
      for (language, words) in words {
        let page = try await server.send("GET", link.replacing("lang=en", with: "lang=\(language)"))
        #expect(page.status == 200 && page.text.contains("id=\"account-facts\""), "\(language)")
        for word in words.prefix(isStrict ? 3 : 2) {
          #expect(page.text.contains(word), "\(language): \(word)")
        }
        #expect(page.text.contains("id=\"current-password\"") == isStrict, "\(language)")
      }
    }
  }

  private static func broken(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.verificationCode(of: ann, "ann@example.com")
    for query in [
      "", "mode=verifyEmail&apiKey=key", "mode=verifyEmail&oobCode=\(code)",
      "mode=dance&oobCode=\(code)&apiKey=key", "mode=sendReset&apiKey=key",
      "mode=verifyEmail&oobCode=\(code)&apiKey=key&tenantId=nowhere",
    ] {
      let response = try await server.send("GET", "/__/auth/action?" + query)
      #expect(response.status == 400 && response.text.contains("This link is incomplete"), "\(query)")
    }
    for mode in ["resetPassword", "recoverEmail", "verifyAndChangeEmail", "signIn"] {
      let query = FormURLEncoded([("mode", mode), ("oobCode", code), ("apiKey", "key")]).text
      #expect(try await server.send("GET", "/__/auth/action?" + query).status == 400, "\(mode)")
      let posted = try await server.send(
        "POST", "/__/auth/action", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: query + "&newPassword=another%20horse")
      #expect(posted.status == 400, "\(mode)")
    }
    let account = try #require(try await server.account(ann.localID))
    #expect(!account.emailVerified)
  }
}
