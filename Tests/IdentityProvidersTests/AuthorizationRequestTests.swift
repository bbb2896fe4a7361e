import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("The request that sends a browser to a provider")
struct AuthorizationRequestTests {
  private static let redirect = "https://auth.example.com/__/auth/handler"

  private static func request(_ providerID: String) -> AuthorizationRequest {
    let settings = ProviderSettings(providerID: providerID, enabled: true, clientID: "client 1&x")
    var request = AuthorizationRequest(settings: settings, redirectURI: redirect, state: "st/ate+1")
    request.nonce = sha256Hex("raw")
    request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    return request
  }

  private static func query(_ url: String) -> FormURLEncoded {
    FormURLEncoded(parsing: String(url.drop { $0 != "?" }.dropFirst()))
  }

  @Test("Apple: name and e-mail come by form_post; no PKCE, the nonce, spaces as %20")
  func apple() throws {
    let url = try Self.request("apple.com").url()
    #expect(
      url == "https://appleid.apple.com/auth/authorize?client_id=client%201%26x"
        + "&redirect_uri=https%3A%2F%2Fauth.example.com%2F__%2Fauth%2Fhandler&response_type=code"
        + "&scope=name%20email&state=st%2Fate%2B1&response_mode=form_post&nonce=\(sha256Hex("raw"))")
  }

  @Test("Google: a refresh token is asked for where deletions revoke access, unless the app decides")
  func offline() throws {
    var request = Self.request("google.com")
    #expect(Self.query(try request.url())["access_type"] == nil)
    request.settings.revokesOnDeletion = true
    #expect(Self.query(try request.url())["access_type"] == "offline")
    request.customParameters = ["access_type": "online"]
    #expect(
      Self.query(try request.url()).pairs.filter { $0.name == "access_type" }.map(\.value) == ["online"])
    request.settings.responseType = .idToken
    request.customParameters = [:]
    #expect(Self.query(try request.url())["access_type"] == nil)
  }

  @Test("Facebook: commas between scopes, neither nonce nor PKCE")
  func facebook() throws {
    var request = Self.request("facebook.com")
    #expect(try request.url().hasPrefix("https://www.facebook.com/v25.0/dialog/oauth?"))
    request.scopes = ["email", "user_birthday"]
    request.language = "de-AT"
    let query = Self.query(try request.url())
    #expect(query["scope"] == "email,user_birthday")
    #expect(query["locale"] == "de_AT")
    #expect(query["nonce"] == nil && query["code_challenge"] == nil && query["response_mode"] == nil)
  }

  @Test("GitHub: PKCE, user:email always, no language")
  func gitHub() throws {
    var request = Self.request("github.com")
    request.scopes = ["repo", "repo"]
    request.language = "de"
    request.customParameters = ["allow_signup": "false", "login": "ada & co"]
    let url = try request.url()
    let query = Self.query(url)
    #expect(query["scope"] == "user:email repo")
    #expect(query["code_challenge_method"] == "S256")
    #expect(query["allow_signup"] == "false" && query["login"] == "ada & co")
    #expect(query["nonce"] == nil && query["hl"] == nil && query["locale"] == nil)
    #expect(url.contains("&login=ada%20%26%20co"))
  }

  @Test("Google: openid, e-mail and profile always, hl, nonce and PKCE; by ID token it posts")
  func google() throws {
    var request = Self.request("google.com")
    request.scopes = ["https://www.googleapis.com/auth/calendar"]
    request.customParameters = ["hd": "example.com"]
    request.language = "pt-BR"
    var query = Self.query(try request.url())
    #expect(query["scope"] == "openid email profile https://www.googleapis.com/auth/calendar")
    #expect(query["hl"] == "pt-BR" && query["hd"] == "example.com")
    #expect(query["nonce"] == sha256Hex("raw") && query["code_challenge"] != nil)
    request.settings.responseType = .idToken
    query = Self.query(try request.url())
    #expect(query["response_type"] == "id_token" && query["response_mode"] == "form_post")
    #expect(query["code_challenge"] == nil)
  }

  @Test("a custom language goes out as it is and under the provider's own name")
  func customLanguage() throws {
    var request = Self.request("apple.com")
    request.customParameters = ["language": "fr"]
    request.language = "de"
    #expect(Self.query(try request.url())["language"] == "fr")
    #expect(Self.query(try request.url())["locale"] == "fr")
    request.customParameters["locale"] = "it"
    #expect(Self.query(try request.url())["locale"] == "it")
  }

  @Test(
    "parameters that bind the flow are the server's alone",
    arguments: [
      "client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "code_challenge",
      "code_challenge_method", "response_mode", "State", "REDIRECT_URI", "request", "request_uri", "",
    ])
  func forbiddenParameters(_ name: String) throws {
    for providerID in ["apple.com", "facebook.com", "github.com", "google.com"] {
      var request = Self.request(providerID)
      let url = try request.url()
      request.customParameters = [name: "https://evil.example"]
      #expect(try request.url() == url)
    }
  }

  @Test("a custom parameter cannot smuggle another one in")
  func encoding() throws {
    var request = Self.request("github.com")
    request.customParameters = ["a&state": "1&redirect_uri=https://evil.example#", "ü": "é\r\n"]
    let url = try request.url()
    let query = Self.query(url)
    #expect(query.pairs.filter { $0.name == "state" }.map(\.value) == ["st/ate+1"])
    #expect(query.pairs.filter { $0.name == "redirect_uri" }.map(\.value) == [Self.redirect])
    #expect(!url.contains("#") && !url.contains("\r"))
    #expect(query["ü"] == "é\r\n")
  }

  @Test("an endpoint's own query is kept, its fragment is not")
  func endpointQuery() throws {
    let request = Self.request("github.com")
    let with = try request.url(endpoint: "https://github.example/authorize?tenant=a#top")
    #expect(with.hasPrefix("https://github.example/authorize?tenant=a&client_id="))
    #expect(!with.contains("#"))
    #expect(
      try request.url(endpoint: "https://github.example/a?").hasPrefix("https://github.example/a?client_id="))
    for endpoint in [
      "javascript:alert(1)", "//evil.example/", "https://user@evil.example/", "", "http://a.example/",
    ] {
      #expect(throws: IdentityError.self) { try request.url(endpoint: endpoint) }
    }
  }

  @Test("counts and lengths are bounded, and what is needed is needed")
  func bounds() throws {
    let good = Self.request("google.com")
    var many = good
    many.scopes = (0...64).map { "s\($0)" }
    #expect(throws: IdentityError.self) { try many.url() }
    for scope in ["a b", "a,b", "a\"", "ä", "a\n", String(repeating: "a", count: 257)] {
      var bad = good
      bad.scopes = [scope]
      #expect(throws: IdentityError.self, "\(scope)") { try bad.url() }
    }
    var parameters = good
    parameters.customParameters = Dictionary(uniqueKeysWithValues: (0...32).map { ("p\($0)", "") })
    #expect(throws: IdentityError.self) { try parameters.url() }
    parameters.customParameters = ["p": String(repeating: "a", count: 1025)]
    #expect(throws: IdentityError.self) { try parameters.url() }
    parameters.customParameters = Dictionary(
      uniqueKeysWithValues: (0..<16).map { ("p\($0)", String(repeating: "a", count: 1000)) })
    #expect(throws: IdentityError.self) { try parameters.url() }
    var nameless = good
    nameless.settings.clientID = ""
    #expect(throws: IdentityError.self) { try nameless.url() }
    var stateless = good
    stateless.state = ""
    #expect(throws: IdentityError.self) { try stateless.url() }
    #expect(throws: IdentityError.self) { try Self.request("unknown.example").url() }
  }
}
