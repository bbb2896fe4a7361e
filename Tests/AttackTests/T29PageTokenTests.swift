import IdentityWire
import TestSupport
import Testing

@Suite("T29: forged page tokens", .fewAtOnce)
struct T29PageTokenTests {
  private static func token(_ server: TestServer, _ list: String) async throws -> String {
    let page = try await server.configure("GET", "\(list)?pageSize=1")
    guard let token = page.json["nextPageToken"]?.stringValue else {
      throw TestFailure("no further page: \(page.text)")
    }
    return token
  }

  // Fails when PageTokens answers the token's text undone instead of opening it.
  @Test("a token that was changed, cut short, or never issued is refused")
  func forged() async throws {
    try await TestServer.run { server in
      for _ in 0..<3 { _ = try await server.makeTenant() }
      let token = try await Self.token(server, "tenants")
      var forged = ["0", "A", "'%20OR%201=1--", "%01", String(repeating: "A", count: 3_000)]
      forged += (1..<token.count).map { String(token.prefix($0)) }
      forged.append(token + "A")
      var bytes = try #require(Base64URL.decode(token))
      for index in bytes.indices {
        bytes[index] ^= 1
        forged.append(Base64URL.encode(bytes))
        bytes[index] ^= 1
      }
      for text in forged {
        let answer = try await server.configure("GET", "tenants?pageToken=\(text)")
        #expect(
          answer.status == 400 && answer.errorMessage?.hasPrefix("INVALID_PAGE_SELECTION") == true,
          "\(text.prefix(80)): \(answer.status)")
      }
      #expect(try await server.configure("GET", "tenants?pageToken=\(token)").status == 200)
    }
  }

  // Fails when the list or the scope is left out of the key that PageTokens seals under.
  @Test("a token of one list, project or tenant opens no other")
  func carriedOver() async throws {
    try await TestServer.run { server in
      let tenants = [try await server.makeTenant(), try await server.makeTenant()]
      let lists = ["tenants", "defaultSupportedIdpConfigs", "tenants/\(tenants[0])/oauthIdpConfigs"]
      for tenant in tenants {
        for number in 0..<2 {
          _ = try await server.configure(
            "POST", "tenants/\(tenant)/oauthIdpConfigs?oauthIdpConfigId=oidc.n\(number)",
            ["clientId": "a", "issuer": "https://login.example.com"])
        }
      }
      for origin in lists {
        let token = try await Self.token(server, origin)
        for target in lists + ["oauthIdpConfigs", "tenants/\(tenants[1])/oauthIdpConfigs"] {
          let answer = try await server.configure("GET", "\(target)?pageToken=\(token)")
          #expect((answer.status == 200) == (origin == target), "\(origin) at \(target)")
        }
      }
    }
  }
}
