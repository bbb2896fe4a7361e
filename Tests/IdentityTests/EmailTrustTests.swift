import Testing

@testable import Identity

@Suite("E-mail trust")
struct EmailTrustTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let providerID: String
    let email: String
    let isTrusted: Bool
    var testDescription: String { "\(providerID) \(email)" }
  }

  static let table: [Row] = [
    Row(providerID: "apple.com", email: "a@example.com", isTrusted: true),
    Row(providerID: "apple.com", email: "x@privaterelay.appleid.com", isTrusted: true),
    Row(providerID: "google.com", email: "a@gmail.com", isTrusted: true),
    Row(providerID: "google.com", email: "a@googlemail.com", isTrusted: true),
    Row(providerID: "google.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "google.com", email: "a@gmail.com.example.com", isTrusted: false),
    Row(providerID: "google.com", email: "a@sub.gmail.com", isTrusted: false),
    Row(providerID: "google.com", email: "a@notgmail.com", isTrusted: false),
    Row(providerID: "facebook.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "github.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "twitter.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "yahoo.com", email: "a@yahoo.com", isTrusted: true),
    Row(providerID: "yahoo.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "microsoft.com", email: "a@outlook.com", isTrusted: true),
    Row(providerID: "microsoft.com", email: "a@hotmail.com", isTrusted: true),
    Row(providerID: "microsoft.com", email: "a@example.com", isTrusted: false),
    Row(providerID: "oidc.any", email: "a@example.com", isTrusted: true),
    Row(providerID: "saml.any", email: "a@example.com", isTrusted: true),
    Row(providerID: "oauth.any", email: "a@example.com", isTrusted: false),
    Row(providerID: "oidc", email: "a@example.com", isTrusted: false),
    Row(providerID: "apple.com.evil", email: "a@example.com", isTrusted: false),
  ]

  @Test("whose word on an address counts in production", arguments: table)
  func production(row: Row) {
    let identity = Fixture.identity(row.providerID, email: row.email, verified: true)
    #expect(EmailTrust.isVerified(identity, policy: .production) == row.isTrusted)
    #expect(EmailTrust.isVerified(identity, policy: .providerClaim))
  }

  @Test("what a provider itself does not call verified is trusted under no policy", arguments: table)
  func unverified(row: Row) {
    for policy in EmailTrust.Policy.allCases {
      #expect(!EmailTrust.isVerified(Fixture.identity(row.providerID, email: row.email), policy: policy))
      #expect(!EmailTrust.isVerified(Fixture.identity(row.providerID, verified: true), policy: policy))
    }
  }

  @Test("Google vouches for a Workspace's own domain alone")
  func workspace() {
    var identity = Fixture.identity("google.com", email: "a@example.com", verified: true)
    for (domain, isTrusted) in [
      ("example.com", true), ("Example.COM", true), ("example.org", false), ("", false),
    ] {
      identity.rawUserInfo = ["hd": .string(domain)]
      #expect(EmailTrust.isVerified(identity, policy: .production) == isTrusted, "\(domain)")
    }
    identity.emailVerifiedByProvider = false
    identity.rawUserInfo = ["hd": "example.com"]
    #expect(!EmailTrust.isVerified(identity, policy: .production))
  }
}
