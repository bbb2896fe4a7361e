import Identity
import IdentityWire
import Testing

@testable import Tokens

@Suite("Signatures that were checked before")
struct CheckedSignatureTests {
  @Test(
    "A token whose signature is known is refused when it expired, when its key is withdrawn, and for another project"
  )
  func otherChecks() async throws {
    var fixture = try await TokenFixture()
    let token = try await fixture.issue()
    _ = try await fixture.verify(token)
    #expect(fixture.keys.checked.count == 1)
    let later = TokenFixture.now.adding(seconds: IDToken.lifetime)
    #expect(await fixture.failure(token, now: later) == .expired)
    let mine = fixture.project
    fixture.project = Project(
      id: try #require(ProjectID(rawValue: "another")), number: "9", apiKeys: ["k"],
      authorizedDomains: [], createdAt: TokenFixture.now)
    #expect(await fixture.failure(token) == .wrongProject)
    fixture.project = mine
    try await fixture.keys.rotate(.compromised, now: TokenFixture.now)
    #expect(await fixture.failure(token) == .unknownKey)
  }

  @Test("A changed signature, header or claim of a known token is checked anew and refused")
  func changed() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    _ = try await fixture.verify(token)
    let parts = token.split(separator: ".").map(String.init)
    var signature = try #require(Base64URL.decode(parts[2]))
    signature[0] ^= 1
    #expect(
      await fixture.failure("\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))") == .badSignature)
    var claims = try UnverifiedJWT(token).claims
    claims["email_verified"] = true
    let body = Base64URL.encode(JSONWriter.text(.object(claims)).utf8)
    #expect(await fixture.failure("\(parts[0]).\(body).\(parts[2])") == .badSignature)
    #expect(fixture.keys.checked.count == 1)
  }

  @Test("Another split of the same bytes into text and signature is another digest")
  func splits() {
    #expect(
      CheckedSignatures.Digest(Array("a.b".utf8), Array("c".utf8))
        != CheckedSignatures.Digest(Array("a.bc".utf8), []))
  }

  @Test("A wrong signature is never kept, however often it comes")
  func wrong() async throws {
    let fixture = try await TokenFixture()
    let forged = try fixture.forge(header: try fixture.header(), claims: try await fixture.claims()) { _ in
      [UInt8](repeating: 1, count: 256)
    }
    let known = fixture.keys.checked.count
    for _ in 0..<3 { #expect(await fixture.failure(forged) == .badSignature) }
    #expect(fixture.keys.checked.count == known)
  }

  @Test("Two generations are kept, and what comes again stays")
  func bounded() {
    let signatures = CheckedSignatures(size: 100)
    let digests = (0..<1_000).map { CheckedSignatures.Digest(Array("\($0).a".utf8), [1]) }
    for digest in digests {
      signatures.insert(digest)
      #expect(signatures.contains(digests[0]))
    }
    #expect(
      signatures.count <= 200 && !signatures.contains(digests[500]) && signatures.contains(digests[999]))
  }

  @Test("An issued token needs no computation, and a token of another node needs one")
  func issued() async throws {
    let fixture = try await TokenFixture()
    let token = try await fixture.issue()
    #expect(fixture.keys.checked.count == 1)
    let node = try await fixture.otherNode()
    #expect(node.checked.count == 0)
    _ = try await IssuedTokenVerifier(keys: node).verify(
      token, project: fixture.project, now: TokenFixture.now)
    #expect(node.checked.count == 1)
  }
}
