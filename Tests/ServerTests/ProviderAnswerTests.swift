import IdentityProviders
import IdentityWire
import TestSupport
import Testing

/// Failing answers of each provider, at each of its addresses.
@Suite("Every provider's answers", .fewAtOnce)
struct ProviderAnswerTests {
  /// Every provider of the catalogue with a browser flow; of those that have names, the lab's and the ready-made ones.
  static let providers: [String] = Set(
    (ProviderCatalog.supportedIDs + ProviderCatalog.offeredIDs).map { $0.replacing("*", with: "lab") }
  ).filter { ProviderCatalog.entry(for: $0)?.hasWebFlow == true }.sorted()

  /// The addresses of the lab that finishing a sign-in asks, each once.
  private static func endpoints(of provider: String) async throws -> [String] {
    try await TestServer.run { server in
      let flow = try await server.beginFlow(provider)
      let callback = try await server.authorize(flow)
      let before = try await requests(of: provider, server)
      let response = try await server.finishFlow(flow, at: callback)
      #expect(response.status == 200, "\(response.text)")
      var endpoints: [String] = []
      for endpoint in try await requests(of: provider, server).dropFirst(before.count)
      where !endpoints.contains(endpoint) {
        endpoints.append(endpoint)
      }
      // An ID token that has an address does without UserInfo.
      let isOpenID = provider.hasPrefix("oidc.")
      return endpoints.filter { !isOpenID || $0 != "userinfo" }
    }
  }

  private static func requests(of provider: String, _ server: TestServer) async throws -> [String] {
    let answer = try await server.send("GET", "/lab/control/requests?provider=\(provider)")
    return (answer.json["requests"]?.arrayValue ?? []).compactMap { $0["endpoint"]?.stringValue }
  }

  // Fails when a verifier takes a call's failure for an answer, or decides on half of what it asks for.
  @Test(
    "one that is late, an error, too large or no JSON ends in INVALID_IDP_RESPONSE, is diagnosed and changes nothing",
    arguments: providers)
  func answers(provider: String) async throws {
    let endpoints = try await Self.endpoints(of: provider)
    #expect(endpoints.contains("token"), "\(endpoints)")
    var options = TestServer.Options()
    options.providerTimeout = .seconds(1)
    try await TestServer.run(options) { server in
      for endpoint in endpoints {
        for fault in ["http-500", "broken-json", "huge-answer", "slow-answer"] {
          let flow = try await server.beginFlow(provider)
          let callback = try await server.authorize(flow)
          try await server.setFault(fault, at: provider, endpoint: endpoint, seconds: 3)
          let response = try await server.finishFlow(flow, at: callback)
          let place = "\(endpoint), \(fault): \(response.text)"
          #expect(
            response.status == 400 && response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true,
            "\(place)")
          #expect(response.headers.first(name: "x-latchkey-diagnostic") != nil, "\(place)")
          #expect(try await server.accountCount() == 0, "\(place)")
        }
      }
    }
  }
}
