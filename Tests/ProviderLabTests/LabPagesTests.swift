import Foundation
import IdentityWire
import Testing

@testable import ProviderLab

@Suite("The lab's pages")
struct LabPagesTests {
  @Test(
    "The authorization page has a button for each person and for refusal, and asks for nothing from outside")
  func authorizePage() async throws {
    try await LabHarness.run { lab in
      var query = FormURLEncoded([
        ("client_id", ProviderLab.clients.google.id), ("redirect_uri", LabHarness.callback),
        ("scope", "openid"),
        ("response_type", "code"), ("hl", "de"),
      ])
      query["state"] = "s"
      let shown = try await lab.get(
        try lab.endpoints("google.com").authorization, query.pairs.map { ($0.name, $0.value) })
      #expect(shown.status == 200)
      for person in LabPerson.everyone {
        #expect(shown.body.contains("<button name=\"person\" value=\"\(person.key)\""))
      }
      #expect(shown.body.contains("<button class=\"quiet\" name=\"deny\" value=\"1\""))
      #expect(shown.body.contains("data-parameter=\"hl\""))
      #expect(shown.body.contains("O&#39;Brien"))
      #expect(!shown.body.contains("<script"))
      let policy = shown.headers[.contentSecurityPolicy] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; style-src 'self'"))
      for match in shown.body.matches(of: /(?:src|href)="([^"]*)"/) {
        #expect(match.1 == "/lab" || match.1.hasPrefix("/lab/"))
      }
    }
  }

  @Test("A button on the page chooses a fault, and the sign-in of the person beside it ends with that")
  func choosingFault() async throws {
    try await LabHarness.run { lab in
      let query = [
        ("client_id", ProviderLab.clients.oidc.id), ("redirect_uri", LabHarness.callback),
        ("scope", "openid email profile"), ("response_type", "code"), ("state", "s"), ("nonce", "n"),
        ("lab_fault", "expired"),
      ]
      let page = try await lab.get(try lab.endpoints("oidc").authorization, query)
      let action = String(try #require(page.body.firstMatch(of: /action="([^"]+)" id="fault-form"/)?.1))
        .replacing("&amp;", with: "&")
      let chosen = try await lab.post(action, [("person", "grace"), ("lab_fault", "wrong-nonce")])
      #expect(chosen.status == 303)
      let tokens = try await lab.exchange("oidc", code: try #require(chosen.callback["code"])).json
      let claims = try UnverifiedJWT(try #require(tokens["id_token"]?.stringValue)).claims
      #expect(claims["given_name"] == "Grace")
      #expect(claims["nonce"] == .string(LabDigest.sha256Hexadecimal("another nonce")))
      #expect((claims["exp"]?.integerValue ?? 0) > Int64(lab.clock.now.timeIntervalSince1970))
      let denied = try await lab.post(action, [("person", "grace"), ("lab_fault", "denied-consent")])
      #expect(denied.callback["error"] == "access_denied")
      let unknown = try await lab.post(action, [("person", "grace"), ("lab_fault", "nonsense")])
      #expect(unknown.status == 400)
    }
  }

  struct Offer: Sendable {
    var provider: String
    var responseType: String
    var scope: String
    var offered: [String]
    var others: [String]
  }

  @Test(
    "The page offers each fault that can show there, with what it does, and no other",
    arguments: [
      Offer(
        provider: "apple.com", responseType: "code id_token", scope: "name email",
        offered: ["private-relay", "alg-none", "wrong-nonce", "http-500"], others: []),
      Offer(
        provider: "google.com", responseType: "code", scope: "openid email",
        offered: ["alg-none", "reused-code", "broken-json"], others: ["private-relay"]),
      Offer(
        provider: "google.com", responseType: "id_token", scope: "openid",
        offered: ["expired", "wrong-state"], others: ["reused-code", "slow-answer"]),
      Offer(
        provider: "facebook.com", responseType: "code", scope: "email",
        offered: ["email-missing", "http-500"], others: ["expired", "no-nonce"]),
      Offer(
        provider: "github.com", responseType: "code", scope: "openid user:email",
        offered: ["denied-consent", "reused-code"], others: ["alg-none", "no-sub"]),
    ])
  func offeredFaults(offer: Offer) async throws {
    try await LabHarness.run { lab in
      let id = try #require(LabProviderID(named: offer.provider))
      let query = [
        ("client_id", ProviderLab.clients.ids(for: id)[0]), ("redirect_uri", LabHarness.callback),
        ("scope", offer.scope), ("response_type", offer.responseType), ("state", "s"), ("nonce", "n"),
      ]
      let mode = id == .apple ? [("response_mode", "form_post")] : []
      let page = try await lab.get(try lab.endpoints(offer.provider).authorization, query + mode).body
      for name in offer.offered {
        let button = "value=\"\(name)\" id=\"fault-\(name)\"><strong>\(name)</strong>"
        #expect(page.contains("\(button)<small>\(try LabFault(named: name).summary)</small>"), "\(name)")
      }
      for name in offer.others { #expect(!page.contains("id=\"fault-\(name)\""), "\(name)") }
    }
  }

  @Test("Faults of the nonce and of the state are offered where the app has sent one")
  func offeredByParameters() async throws {
    try await LabHarness.run { lab in
      let query = [
        ("client_id", ProviderLab.clients.oidc.id), ("redirect_uri", LabHarness.callback),
        ("scope", "openid"), ("response_type", "code"),
      ]
      let page = try await lab.get(try lab.endpoints("oidc").authorization, query).body
      for name in ["wrong-nonce", "no-nonce", "wrong-state"] {
        #expect(!page.contains("id=\"fault-\(name)\""), "\(name)")
      }
      #expect(page.contains("id=\"fault-expired\""))
    }
  }

  @Test("The lab's own page leads to the server's other pages, where it was told of them")
  func links() throws {
    let lab = try ProviderLab(
      configuration: .init(baseURL: LabHarness.base, links: [.init(title: "<Home>", address: "/")]))
    #expect(lab.pages.index(lab).contains("<a href=\"/\">&lt;Home&gt;</a>"))
    let alone = try ProviderLab(configuration: .init(baseURL: LabHarness.base))
    #expect(!alone.pages.index(alone).contains("<nav"))
  }

  @Test("Clicking a person or refusal on the page does what it says")
  func clicking() async throws {
    try await LabHarness.run { lab in
      let query = [
        ("client_id", ProviderLab.clients.oidc.id), ("redirect_uri", LabHarness.callback),
        ("scope", "openid email profile"), ("response_type", "code"), ("state", "a b&c"),
      ]
      let page = try await lab.get(try lab.endpoints("oidc").authorization, query)
      let action = try #require(page.body.firstMatch(of: /action="([^"]+)" id="people"/)?.1)
        .replacing("&amp;", with: "&")
      let ada = try await lab.post(String(action), [("person", "grace")])
      #expect(ada.status == 303)
      #expect(ada.callback["state"] == "a b&c")
      let code = try #require(ada.callback["code"])
      let tokens = try await lab.exchange("oidc", code: code).json
      let jwt = try UnverifiedJWT(try #require(tokens["id_token"]?.stringValue))
      #expect(jwt.claims["given_name"] == "Grace")
      let denied = try await lab.post(String(action), [("deny", "1")])
      #expect(denied.callback["error"] == "access_denied")
      let custom = try await lab.post(
        String(action),
        [
          ("person", "custom"), ("custom_name", "Mary Shelley"), ("custom_email", "m@example.com"),
          ("custom_sub", ""),
        ])
      let made = try await lab.exchange("oidc", code: custom.callback["code"] ?? "").json
      let claims = try UnverifiedJWT(try #require(made["id_token"]?.stringValue)).claims
      #expect(claims["name"] == "Mary Shelley")
      #expect(claims["email_verified"] == false)
    }
  }

  @Test(
    "What an app sends is escaped wherever it is shown",
    arguments: [
      "\"><script>alert(1)</script>", "\"\u{301} onfocus=\"alert(1)", "'\u{200D}><img src=x>", "{{client}}",
    ])
  func escaping(evil: String) async throws {
    try await LabHarness.run { lab in
      let query = [
        ("client_id", ProviderLab.clients.apple.servicesID), ("response_type", "code"),
        ("redirect_uri", "https://app.example/?a='%22"), ("scope", evil), ("state", evil), ("nonce", evil),
        (evil, evil),
      ]
      let url = try lab.endpoints("apple.com").authorization
      let pages = [
        try await lab.get(url, query),
        try await lab.get(url, query + [("response_mode", "form_post"), ("lab_person", "ada")]),
        try await lab.get(url, [("client_id", evil)]),
      ]
      for page in pages {
        let body = page.body
        #expect(!body.contains("<script>alert"))
        #expect(!body.contains("<img src=x"))
        #expect(String(body.unicodeScalars.filter(\.isASCII)).firstMatch(of: /=" onfocus|" onfocus="/) == nil)
      }
      #expect(pages[1].fields["state"] == evil)
      _ = try await lab.get("/lab/oidc/authorize", [("client_id", evil)])
      let index = try await lab.get("/lab").body
      #expect(!index.contains("<script>alert"))
    }
  }

  @Test("The index page names providers, people, faults and what was received")
  func index() async throws {
    try await LabHarness.run { lab in
      _ = try await lab.get("/lab/oidc/jwks")
      let page = try await lab.get("/lab")
      #expect(page.status == 200)
      for id in LabProviderID.allCases { #expect(page.body.contains("data-provider=\"\(id.rawValue)\"")) }
      for fault in LabFault.allCases { #expect(page.body.contains("<code>\(fault.rawValue)</code>")) }
      #expect(page.body.contains("GET /lab/oidc/jwks"))
      #expect(!page.body.contains("<p>The next requests get the fault"))
      #expect(try await lab.get("/lab/lab.css").headers[.contentType] == "text/css; charset=utf-8")
      let picture = try await lab.get("/lab/people/ada.svg")
      #expect(picture.body.contains(">AL</text>"))
    }
  }
}
