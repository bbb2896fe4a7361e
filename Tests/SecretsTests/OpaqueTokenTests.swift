import Foundation
import Secrets
import Testing

@Suite("An opaque token")
struct OpaqueTokenTests {
  let token = OpaqueToken(random: [UInt8](0..<32))

  @Test("has another hash for every purpose (T9)")
  func purposes() {
    let hashes = ArtifactPurpose.allCases.map { token.hash(for: $0) }
    #expect(Set(hashes).count == ArtifactPurpose.allCases.count)
    #expect(hashes.allSatisfy { $0.count == 32 })
  }

  @Test("opens what was sealed for a purpose under that purpose and token alone (T9)")
  func payloads() throws {
    let payload = Data("payload".utf8)
    let other = OpaqueToken(random: [UInt8](1..<33))
    for purpose in ArtifactPurpose.allCases {
      let sealed = try token.seal(payload, for: purpose)
      for candidate in ArtifactPurpose.allCases {
        if candidate == purpose {
          #expect(try token.open(sealed, for: candidate) == payload)
        } else {
          #expect(throws: SecretBox.Failure.self) { try token.open(sealed, for: candidate) }
        }
      }
      #expect(throws: SecretBox.Failure.self) { try other.open(sealed, for: purpose) }
    }
  }

  @Test("is taken back as it was given, and in no other form (T12)")
  func presented() {
    let text = token.text
    #expect(OpaqueToken(presented: text)?.text == text)
    #expect(OpaqueToken(presented: text)?.hash(for: .oobCode) == token.hash(for: .oobCode))
    for length in 0..<text.count { #expect(OpaqueToken(presented: String(text.prefix(length))) == nil) }
    for other in ["\(text)A", "\(text)=", " \(text)", text.replacing("A", with: "+"), text.dropLast() + "9"] {
      #expect(OpaqueToken(presented: String(other)) == nil, "\(other)")
    }
  }
}
