import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("What an issuer says of itself")
struct IssuerDescriptionTests {
  private static var everywhere: ProviderEndpoints {
    var endpoints = ProviderEndpoints()
    endpoints.allowPrivateAddresses = true
    return endpoints
  }

  private static func run(
    issuer suffix: String = "", keys: JSONValue? = nil,
    _ body: @escaping @Sendable (StubProvider, ProviderRegistry) async throws -> Void
  ) async throws {
    try await StubProvider.run({ request in
      let base = "http://\(request.headers["host"] ?? "")"
      switch request.path {
      case "/.well-known/openid-configuration":
        return .json([
          "issuer": .string(base + suffix), "authorization_endpoint": .string(base + "/authorize"),
          "token_endpoint": .string(base + "/token"), "jwks_uri": .string(base + "/keys"),
        ])
      case "/keys": return .json(keys ?? TestKeys.keySet([TestKeys.rsa.jwk]))
      default: return .text("no", status: 404)
      }
    }) { stub in
      try await withHTTP { http in try await body(stub, ProviderRegistry(http: http)) }
    }
  }

  @Test("is found by the issuer, by the document's address and with a slash too many or too few")
  func found() async throws {
    for suffix in ["", "/"] {
      try await Self.run(issuer: suffix) { stub, registry in
        let base = stub.baseURL
        for address in [base, base + "/", base + "/.well-known/openid-configuration"] {
          let found = try await registry.describeIssuer(
            address, leave: Self.everywhere, now: TestToken.now)
          #expect(found.issuer == base + suffix && found.keyIDs.count == 1, "\(address)")
          #expect(
            found.authorizationEndpoint == base + "/authorize" && found.tokenEndpoint == base + "/token")
        }
      }
    }
  }

  @Test("another issuer's document is refused")
  func anotherIssuer() async throws {
    try await Self.run(issuer: "/tenant") { stub, registry in
      await #expect(throws: IdentityError.self) {
        try await registry.describeIssuer(stub.baseURL, leave: Self.everywhere, now: TestToken.now)
      }
    }
  }

  @Test("is fetched from no private address unless that is allowed")
  func privateAddresses() async throws {
    try await Self.run { stub, registry in
      for address in [
        stub.baseURL, "https://127.0.0.1:\(stub.port)", "https://localhost:\(stub.port)", "", "x",
      ] {
        await #expect(throws: IdentityError.self, "\(address)") {
          try await registry.describeIssuer(address, now: TestToken.now)
        }
      }
      #expect(stub.received.isEmpty)
    }
  }
}
