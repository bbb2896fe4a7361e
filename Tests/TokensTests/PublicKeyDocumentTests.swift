import Foundation
import Identity
import IdentityWire
import Testing

@testable import Tokens

@Suite("The published documents")
struct PublicKeyDocumentTests {
  let now = TokenFixture.now

  @Test("hold the keys that verify, with a planned one, without a retired one")
  func contents() async throws {
    let fixture = try await TokenFixture()
    let old = try fixture.key.keyID
    let new = try await fixture.keys.rotate(now: now).key.keyID
    #expect(try certificates(fixture, now) == [old, new])
    #expect(try keySet(fixture, now) == [old, new])
    let later = now.adding(seconds: 1_300_000)
    #expect(try certificates(fixture, later) == [new])
    #expect(try keySet(fixture, later) == [new])
  }

  @Test("describe a key as RFC 7517 and RFC 7518 say")
  func keySetMembers() async throws {
    let fixture = try await TokenFixture()
    let set = try JSONParser().parse(PublicKeyDocument.keySet(of: fixture.keys, now: now).body)
    let key = try fixture.key
    #expect(
      set == [
        "keys": [
          [
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(key.keyID),
            "n": .string(key.publicMember("n") ?? ""), "e": "AQAB",
          ]
        ]
      ])
  }

  @Test("hold no private member of a key")
  func privacy() async throws {
    let fixture = try await TokenFixture()
    let document = String(
      decoding: PublicKeyDocument.keySet(of: fixture.keys, now: now).body, as: UTF8.self)
    for member in ["d", "p", "q", "dp", "dq", "qi"] { #expect(!document.contains("\"\(member)\":")) }
  }

  @Test("may be kept no longer than a new key waits, nor past the next change, within their bounds")
  func maxAge() async throws {
    let fixture = try await TokenFixture()
    func age(_ seconds: Int64) -> Int64 {
      PublicKeyDocument.keySet(of: fixture.keys, now: now.adding(seconds: seconds)).maxAge
    }
    #expect(age(0) == 3600)
    try await fixture.keys.rotate(now: now)
    #expect(age(0) == 3600)
    #expect(age(1800) == 1800)
    #expect(age(3590) == 300)
    #expect(age(3600) == 3600)
    // The old key retires two weeks and six hours after that.
    #expect(age(3600 + 1_231_200 - 600) == 600)
    #expect(age(3600 + 1_231_200) == 3600)
  }

  @Test("are never kept longer than six hours")
  func upperBound() async throws {
    let fixture = try await TokenFixture()
    let ring = try await KeyRing.open(
      store: fixture.store, box: .init(masterKey: TokenFixture.masterKey), clock: fixture.clock,
      policy: .init(overlap: 1_000_000), pace: fixture.pace)
    #expect(PublicKeyDocument.certificates(of: ring, now: now).maxAge == 21_600)
  }

  @Test("describe an issuer as OpenID Connect Discovery says")
  func discovery() throws {
    let document = PublicKeyDocument.discovery(
      issuer: "https://securetoken.google.com/my-app", keySetURL: "https://auth.example.com/jwks")
    #expect(
      String(decoding: document.body, as: UTF8.self)
        == #"{"issuer":"https://securetoken.google.com/my-app","jwks_uri":"https://auth.example.com/jwks","#
        + #""response_types_supported":["id_token"],"subject_types_supported":["public"],"#
        + #""id_token_signing_alg_values_supported":["RS256"]}"#)
  }

  private func certificates(_ fixture: TokenFixture, _ now: Instant) throws -> Set<String> {
    let document = PublicKeyDocument.certificates(of: fixture.keys, now: now)
    return Set(try #require(try JSONParser().parse(document.body).objectValue).keys)
  }

  private func keySet(_ fixture: TokenFixture, _ now: Instant) throws -> Set<String> {
    let document = PublicKeyDocument.keySet(of: fixture.keys, now: now)
    let keys = try #require(try JSONParser().parse(document.body)["keys"]?.arrayValue)
    return Set(keys.compactMap { $0["kid"]?.stringValue })
  }
}
