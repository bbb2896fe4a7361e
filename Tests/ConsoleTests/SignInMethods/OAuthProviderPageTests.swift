import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("A plain OAuth 2.0 provider in the console")
struct OAuthProviderPageTests {
  private static let new = ConsoleBrowser.path("methods/new/oauth")
  private static let page = ConsoleBrowser.path("methods/providers/oauth.company")

  private static func stored(_ server: TestServer) async throws -> ProviderSettings? {
    try #require(try await server.service.projects.project(TestServer.project)).provider("oauth.company")
  }

  /// The form as an administrator fills it in for the lab's service.
  private static func form(_ browser: ConsoleBrowser) async throws -> HTMLForm {
    let list = try await browser.open(ConsoleBrowser.path("methods"))
    let lab = try #require(browser.server.lab.endpoints(for: "oauth.lab"))
    let paths = ProviderLab.oauthProfile
    var form = try await browser.open(try list.link("new-oauth")).form("create-form")
    let typed = [
      "id": "company", "displayName": "The company", "authorizationEndpoint": lab.authorization,
      "tokenEndpoint": lab.token, "userInfoEndpoint": lab.userinfo, "userEmailsEndpoint": lab.emails,
      "clientID": ProviderLab.clients.oauth.id, "clientSecret": ProviderLab.clients.oauth.secret,
      "scopes": "mail profile", "scopeSeparator": "comma", "idPath": paths["userId"],
      "tokenIDPath": paths["tokenUserId"], "emailPath": paths["email"],
      "verifiedPath": paths["emailVerified"],
      "namePath": paths["displayName"], "emailDomains": "example.com",
    ]
    for (name, value) in typed {
      let text: String = try #require(value, "\(name)")
      form[name] = text
    }
    return form
  }

  @Test("a provider that is added by settings alone signs users in, and is tested")
  func addition() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let made = try await browser.submit(try await Self.form(browser))
      #expect(made.notice == "The provider was added." && made.heading.hasPrefix("The company"))
      #expect(!made.text.contains("methods.field"), "\(made.text)")
      let settings = try #require(try await Self.stored(server))
      #expect(settings.enabled && settings.dialect?.scopes == ["mail", "profile"])
      #expect(settings.dialect?.scopeSeparator == "," && settings.dialect?.usesPKCE == true)
      #expect(settings.endpoints.privateHost == "127.0.0.1" && !settings.endpoints.allowPrivateAddresses)
      let flow = try await server.beginFlow("oauth.company")
      let response = try await server.finishFlow(flow, at: try await server.authorize(flow))
      #expect(response.json["email"] == "ada@example.com", "\(response.text)")
      #expect(response.json["emailVerified"] == true && response.json["displayName"] == "Ada Lovelace")
      let test = try await browser.open(Self.page + "/test")
      let checked = try await browser.submit(try test.form("check-form"))
      #expect(checked.text.contains("All required settings are present."))
    }
  }

  @Test("its form shows what is stored, changes it, and shows no secret")
  func change() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let made = try await browser.submit(try await Self.form(browser))
      #expect(!made.response.text.contains(ProviderLab.clients.oauth.secret))
      let before = try #require(try await Self.stored(server))
      var form = try await browser.open(Self.page).form("provider-form").repeatable
      #expect(form["idPath"] == "data.account.number" && form["scopes"] == "mail\nprofile")
      #expect(form["pkce"] != nil && form["profileRequest"] == "bearer" && form["clientSecret"] == "")
      _ = try await browser.submit(form)
      var same = try #require(try await Self.stored(server))
      same.sealedSecrets = before.sealedSecrets
      #expect(same == before)
      form["pkce"] = nil
      form["profileRequest"] = "form"
      form["tokenAuthentication"] = "client_secret_post"
      form["namePath"] = ""
      form["revocationEndpoint"] = "https://company.example/revoke"
      form["clientSecret"] = ProviderLab.clients.oauth.secret
      form["revokeOnDeletion"] = "on"
      _ = try await browser.submit(form)
      let changed = try #require(try await Self.stored(server))
      #expect(changed.dialect?.usesPKCE == false && changed.dialect?.profileRequest == .form)
      #expect(changed.tokenAuthentication == .post && changed.profile?[.displayName] == nil)
      #expect(changed.revokesOnDeletion)
      #expect(changed.endpoints.revocation == "https://company.example/revoke")
      for (name, value, problem) in [
        ("idPath", "", "path of the user id"), ("idPath", "a..b", "no path"),
        ("tokenEndpoint", "http://10.0.0.1/", "private"), ("clientID", "", "client ID is missing"),
        ("revocationEndpoint", "", "revocation endpoint"),
      ] {
        var wrong = form
        wrong[name] = value
        let refused = try await browser.submit(wrong, status: 400)
        #expect(refused.problem?.contains(problem) == true, "\(name): \(refused.problem ?? "")")
        #expect(try refused.form("provider-form")[name] == value)
      }
      #expect(try await Self.stored(server)?.profile == changed.profile)
      _ = try await browser.submit(try await browser.open(Self.page + "/delete").form("confirm-form"))
      #expect(try await Self.stored(server) == nil)
    }
  }
}
