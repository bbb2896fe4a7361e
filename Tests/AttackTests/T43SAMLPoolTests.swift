import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing
import WorkPool

@testable import Operations

/// Parsing, canonical forms and signatures of SAML responses keep a core busy.
@Suite("T43: SAML responses that fill the pool", .fewAtOnce)
struct T43SAMLPoolTests {
  // Fails when places are not counted by network, or not given back (each alone).
  @Test("one network holds a half of the pool, and others sign in meanwhile")
  func shares() async throws {
    try await TestServer.run { server in
      let capacity = SharedPool.samlResponses.size
      var flooding = Caller(project: try await server.project(), authority: .apiKey)
      flooding.client.ipAddress = "192.0.2.9"
      var other = flooding
      other.client.ipAddress = "192.0.2.10"
      var places: [WorkPool.Place] = []
      while let place = try? server.service.samlPlace(flooding) { places.append(place) }
      #expect(places.count == capacity / 2)
      do throws(IdentityError) {
        _ = try server.service.samlPlace(flooding)
        Issue.record("there is no place left")
      } catch {
        #expect(error.name == "TOO_MANY_ATTEMPTS_TRY_LATER" && error.retryAfter == 1)
      }
      _ = try server.service.samlPlace(other)
      places.removeLast()
      _ = try server.service.samlPlace(flooding)
    }
  }

  // Fails when a request is signed before the limit is asked.
  @Test("a network that began too many sign-ins has no request signed")
  func requestLimit() async throws {
    try await Self.runWithPeer(allowingTwo: \.flowsPerNetwork) { server, peer in
      let signing = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=idpConfig.signRequest",
        ["idpConfig": ["signRequest": true]])
      #expect(signing.status == 200, "\(signing.text)")
      for _ in 0..<2 {
        #expect(try await server.beginFlow(peer.providerID).authURI.contains("&Signature="))
      }
      // A signature with this key fails.
      try await server.changeProject { $0.samlKeys?.current.sealedPrivateKey = [0] }
      let third = try await server.call(
        "accounts:createAuthUri",
        ["providerId": .string(peer.providerID), "continueUri": .string(server.origin + "/__/auth/handler")])
      #expect(third.errorMessage?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true, "\(third.text)")
    }
  }

  // Fails when a response is verified before the limit is asked.
  @Test("responses of one network are limited, good ones too")
  func limit() async throws {
    try await Self.runWithPeer(allowingTwo: \.providerQuestionsPerNetwork) { server, peer in
      for _ in 0..<2 { #expect(try await server.signInBySAML(peer).status == 200) }
      let third = try await server.signInBySAML(peer)
      #expect(third.errorMessage?.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") == true, "\(third.text)")
    }
  }

  /// Runs a server with an identity provider, and with a limit of two an hour.
  private static func runWithPeer(
    allowingTwo limit: WritableKeyPath<AbuseLimits, Throttle> & Sendable,
    _ body: @escaping @Sendable (TestServer, SAMLPeer) async throws -> Void
  ) async throws {
    var limits = AbuseLimits.development
    limits[keyPath: limit] = .rate(2, per: 3_600)
    var options = TestServer.Options()
    options.limits = limits
    try await TestServer.run(options) { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      try await body(server, peer)
    }
  }
}
