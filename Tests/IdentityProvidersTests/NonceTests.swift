import Identity
import IdentityProviders
import IdentityWire
import Testing

/// Missing on one side is a mismatch (T8); production's own words.
@Suite("The nonce binds a token to its request")
struct NonceTests {
  private static let missing = "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."

  enum Claim: Sendable { case absent, hash, raw, upperCaseHash, base64Hash, empty, ofAnotherType }

  private static func value(_ claim: Claim) -> JSONValue? {
    switch claim {
    case .absent: nil
    case .hash: .string(sha256Hex("raw-nonce"))
    case .raw: "raw-nonce"
    case .upperCaseHash: .string(sha256Hex("raw-nonce").uppercased())
    case .base64Hash: "mCcKyC2nBcFb6DOmFMBsEINr/LnbzXqM5NNQJzKi8hA="
    case .empty: ""
    case .ofAnotherType: 17
    }
  }

  @Test(
    "claim against raw nonce",
    arguments: [
      (Claim.absent, String?.none, String?.none), (.hash, "raw-nonce", nil), (.hash, nil, missing),
      (.raw, nil, missing), (.empty, nil, missing), (.ofAnotherType, nil, missing),
      (.absent, "raw-nonce", "mismatch"), (.hash, "another", "mismatch"), (.raw, "raw-nonce", "mismatch"),
      (.upperCaseHash, "raw-nonce", "mismatch"), (.base64Hash, "raw-nonce", "mismatch"),
      (.empty, "raw-nonce", "mismatch"), (.ofAnotherType, "raw-nonce", "mismatch"), (.hash, "", missing),
    ])
  func mutual(_ row: (Claim, String?, String?)) async throws {
    try await OpenIDFixture.run { provider in
      let token = provider.token.with("nonce", Self.value(row.0))
      let refusal = await provider.refusal(token.text, rawNonce: row.1)
      if row.2 == "mismatch" {
        let claim = Self.value(row.0)?.stringValue ?? ""
        #expect(
          refusal
            == "MISSING_OR_INVALID_NONCE : The nonce in ID Token \"\(claim)\" does not match the SHA256 "
            + "hash of the raw nonce \"\(row.1 ?? "")\" in the request.")
      } else {
        #expect(refusal == row.2)
      }
    }
  }

  @Test("the hash is lower-case hexadecimal SHA-256")
  func knownHash() {
    #expect(sha256Hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
