import Identity
import IdentityProviders
import Testing

@Suite("Tokens kept for revocation")
struct ProviderGrantTests {
  private static func identity(
    _ providerID: String, access: String? = nil, refresh: String? = nil,
    at endpoints: ProviderEndpoints = ProviderEndpoints()
  ) throws -> ProviderIdentity {
    var identity = try #require(ProviderIdentity(providerID: providerID, rawID: "1001"))
    identity.tokens.addresses = endpoints.secretAddresses.digest
    identity.tokens.accessToken = access
    identity.tokens.refreshToken = refresh
    return identity
  }

  private static func grant(
    _ providerID: String, access: String? = nil, refresh: String? = nil, clientID: String = "app",
    at endpoints: ProviderEndpoints = ProviderEndpoints()
  ) throws -> ProviderGrant? {
    var settings = ProviderSettings(providerID: providerID, enabled: true, clientID: clientID)
    settings.endpoints = endpoints
    return ProviderGrant(
      of: try identity(providerID, access: access, refresh: refresh, at: endpoints), with: settings)
  }

  @Test("the refresh token is kept, else the access token", arguments: ["apple.com", "google.com", "oidc.x"])
  func refreshToken(providerID: String) throws {
    let both = try #require(try Self.grant(providerID, access: "a", refresh: "r"))
    #expect(both.token == "r" && both.kind == .refresh)
    let access = try #require(try Self.grant(providerID, access: "a"))
    #expect(access.token == "a" && access.kind == .access)
    #expect(try Self.grant(providerID) == nil)
  }

  @Test("GitHub takes an access token alone, and Facebook the user's id")
  func ownWays() throws {
    #expect(try Self.grant("github.com", access: "a", refresh: "r")?.token == "a")
    #expect(try Self.grant("github.com", refresh: "r") == nil)
    let facebook = try #require(try Self.grant("facebook.com", access: "a"))
    #expect(facebook.token == nil && facebook.rawID == "1001")
  }

  @Test("a provider that cannot revoke access keeps nothing", arguments: ["microsoft.com", "oidc.line"])
  func unable(providerID: String) throws {
    #expect(try Self.grant(providerID, access: "a", refresh: "r") == nil)
  }

  @Test("a token that is too long, or no text of visible ASCII, is not kept")
  func bounds() throws {
    let longest = String(repeating: "a", count: ProviderGrant.maximumLength)
    #expect(try Self.grant("github.com", access: longest) != nil)
    for token in [longest + "a", "", "a b", "a\n", "é"] {
      #expect(try Self.grant("github.com", access: token) == nil, "\(token.prefix(5))")
    }
  }

  @Test("the client is the audience of the ID token where the settings accept it")
  func client() throws {
    var settings = ProviderSettings(providerID: "apple.com", enabled: true, clientID: "services.id")
    settings.additionalAudiences = ["com.example.app"]
    for (audience, client) in [
      ("com.example.app", "com.example.app"), ("services.id", "services.id"), ("stranger", "services.id"),
    ] {
      var identity = try Self.identity("apple.com", refresh: "r")
      identity.rawUserInfo = .object(["aud": .string(audience)])
      #expect(ProviderGrant(of: identity, with: settings)?.clientID == client)
    }
  }

  // Fails when a replaced token endpoint leaves the built-in revocation endpoint in place.
  @Test("the token of another installation is not sent to the provider's public service")
  func otherInstallation() {
    var settings = ProviderSettings(providerID: "github.com", enabled: true, clientID: "app")
    settings.endpoints.token = "https://github.example.com/login/oauth/access_token"
    #expect(ProviderCatalog.endpoints(for: settings)?.revocation == nil)
    let own = "https://github.example.com/api/v3/applications/{client_id}/grant"
    settings.endpoints.revocation = own
    #expect(ProviderCatalog.endpoints(for: settings)?.revocation == own)
  }

  @Test("an access token takes no refresh token's place, and the same token none")
  func replacement() throws {
    let access = try #require(try Self.grant("google.com", access: "a"))
    let other = try #require(try Self.grant("google.com", access: "b"))
    let refresh = try #require(try Self.grant("google.com", refresh: "r"))
    let moved = try #require(try Self.grant("google.com", access: "a", clientID: "other"))
    #expect(access.replaces(nil) && other.replaces(access) && refresh.replaces(access))
    #expect(!access.replaces(access) && !access.replaces(refresh) && !refresh.replaces(refresh))
    #expect(!moved.replaces(refresh) && moved.replaces(access))
  }

  // Fails when `replaces` leaves out the addresses, and when a pending sign-in's token takes the new ones.
  @Test("a token belongs to the addresses of its sign-in")
  func addresses() throws {
    var elsewhere = ProviderEndpoints()
    elsewhere.revocation = "https://elsewhere.example/revoke"
    let refresh = try #require(try Self.grant("google.com", refresh: "r"))
    let moved = try #require(try Self.grant("google.com", access: "a", at: elsewhere))
    #expect(moved.replaces(refresh) && moved.addresses != refresh.addresses)
    let settings = ProviderSettings(providerID: "google.com", enabled: true, clientID: "app")
    let identity = try Self.identity("google.com", refresh: "r", at: elsewhere)
    #expect(ProviderGrant(of: identity, with: settings) == nil)
  }
}
