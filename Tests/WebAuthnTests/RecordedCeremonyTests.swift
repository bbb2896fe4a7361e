import Foundation
import IdentityWire
import Testing

@testable import WebAuthn

/// What Chromium's virtual authenticator and the standard's own example answered.
@Suite("Ceremonies of others")
struct RecordedCeremonyTests {
  private static func hex(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private static func decoded(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

  @Test("A registration and an assertion that Chromium recorded are taken under their own settings")
  func chromium() async throws {
    let relyingParty = RelyingParty(
      id: try #require(RelyingPartyID("localhost")),
      origins: [try #require(PasskeyOrigin("http://localhost:23590"))])
    let client = try CollectedClientData(
      try Self.decoded(
        """
        eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiTURBd01EQXdNREF3TURBd01EQXdNREF3TURBd01EQXdNREF3TURBd01EQSIsIm9yaWdpb\
        iI6Imh0dHA6Ly9sb2NhbGhvc3Q6MjM1OTAiLCJjcm9zc09yaWdpbiI6ZmFsc2UsIm90aGVyX2tleXNfY2FuX2JlX2FkZGVkX2hlcmUiOiJkbyBub3QgY29tcG\
        FyZSBjbGllbnREYXRhSlNPTiBhZ2FpbnN0IGEgdGVtcGxhdGUuIFNlZSBodHRwczovL2dvby5nbC95YWJQZXgifQ
        """))
    let object = try Self.decoded(
      """
      o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIHiEwoyona3OaK\
      3NyHOFK2b-I0f9JmmQa-XOMMNg2N7LpQECAyYgASFYIOKHob09P0vD-N7zJ21bwxLaQ4uutShiFHgl36i2tXqUIlggWDqJnyUszZhMmW1lwQw3J7QuPtafjyPQrFej\
      -nLlyS0
      """)
    let made = try await Registration(client: client, attestationObject: object).verify(
      challenge: client.challenge, by: relyingParty, at: Date(timeIntervalSince1970: 1_790_000_000))
    #expect(made.credential.signCount == 1)
    #expect(made.aaguid == Self.hex("01020304050607080102030405060708"))
    let asserted = try CollectedClientData(
      try Self.decoded(
        """
        eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiTVRFeE1URXhNVEV4TVRFeE1URXhNVEV4TVRFeE1URXhNVEV4TVRFeE1URSIsIm9yaWdpbiI6I\
        mh0dHA6Ly9sb2NhbGhvc3Q6MjM1OTAiLCJjcm9zc09yaWdpbiI6ZmFsc2V9
        """))
    let handle = Array("localId123".utf8)
    let outcome = try Assertion(
      client: asserted,
      authenticatorData: try Self.decoded("SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg"),
      signature: try Self.decoded(
        "MEUCIQCHqiKU6DpGNF74o5b-N3heIuYlMN-VcTXYC8TwYSlAsAIgdCOA-MLzyfHYHsvaV2xWwifCG_6D0v8FwWjOs5ET4Rw"),
      userHandle: handle
    ).verify(made.credential, of: handle, challenge: asserted.challenge, by: relyingParty)
    #expect(outcome == .init(signCount: 2, isBackedUp: false, userIsVerified: true, hasCounted: true))
  }
}
