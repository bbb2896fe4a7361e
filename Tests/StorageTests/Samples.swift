import Foundation
import Identity
import IdentityWire
import Testing

let now = Instant(milliseconds: 1_767_225_600_123)
let later = Instant(milliseconds: now.milliseconds + 1)

func projectID(_ text: String = "demo") throws -> ProjectID { try #require(ProjectID(rawValue: text)) }
func accountID(_ text: String) throws -> AccountID { try #require(AccountID(rawValue: text)) }
func email(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

func scope(_ project: String = "demo", tenant: String? = nil) throws -> Scope {
  Scope(
    project: try projectID(project),
    tenant: try tenant.map { try #require(TenantID(rawValue: $0)) })
}

/// A token's hash: 32 bytes that differ by `seed`.
func hash(_ seed: UInt8) -> [UInt8] { [seed] + (1..<32).map { UInt8($0) } }

func samplePasskey(_ credentialID: [UInt8], rpID: String = "example.com") -> Passkey {
  Passkey(
    credentialID: credentialID, publicKey: [0xA5, 1, 2, 0, 255], signCount: .max, isBackupEligible: true,
    isBackedUp: true, transports: ["internal", "hybrid"], aaguid: (0..<16).map { UInt8($0) },
    name: "Ada's \"Λ\" 🦊", rpID: rpID, userHandle: [0, 255, 7], createdAt: now, lastUsedAt: later)
}

func plainAccount(_ id: String, in scope: Scope) throws -> Account {
  Account(id: try accountID(id), scope: scope, createdAt: now)
}

/// An account with a value of its own in every field.
func fullAccount(_ id: String, in scope: Scope) throws -> Account {
  var account = Account(id: try accountID(id), scope: scope, createdAt: now)
  account.email = try email("\(id)@example.com")
  account.emailVerified = true
  account.initialEmail = try email("first-\(id)@example.com")
  account.phoneNumber = "+4930\(abs(id.utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_000_000_007 }))"
  account.displayName = "Ada \"Λ\" O'Brien — 🦊"
  account.photoURL = "https://example.com/a.png?x=1&y=2"
  account.password = PasswordHash(
    algorithm: .firebaseScrypt(
      signerKey: (0..<64).map { UInt8($0 * 3 & 255) }, saltSeparator: [0xBF], rounds: 8, memoryCost: 14),
    salt: [0, 1, 2, 255], hash: (0..<64).map { UInt8(255 - $0) })
  account.passwordUpdatedAt = Instant(milliseconds: now.milliseconds + 1)
  account.disabled = true
  account.customAttributes = #"{"role":"admin","level":3}"#
  account.customAuth = true
  account.emailLinkSignIn = true
  account.createdAt = Instant(milliseconds: now.milliseconds + 2)
  account.lastLoginAt = Instant(milliseconds: now.milliseconds + 3)
  account.lastRefreshAt = Instant(milliseconds: now.milliseconds + 4)
  account.validSince = Instant(seconds: now.seconds + 5)
  account.tokenEpoch = 3
  account.links = [
    ProviderLink(
      providerID: "google.com", rawID: "g-\(id)", federatedID: "https://accounts.google.com/g-\(id)",
      email: "Ada@Example.com", displayName: "Ada", photoURL: "https://example.com/g.png",
      screenName: "ada"),
    ProviderLink(providerID: "apple.com", rawID: "001234.\(id)", sealedGrant: [0, 1, 255]),
  ]
  account.passkeys = [
    samplePasskey(Array("one-\(id)".utf8), rpID: "example.com"),
    samplePasskey(Array("two-\(id)".utf8), rpID: "example.org"),
  ]
  account.factors = [
    EnrolledFactor(
      enrollmentID: "f1", kind: .phone(number: "+15555550100"), displayName: "mobile", enrolledAt: now),
    EnrolledFactor(
      enrollmentID: "f2", kind: .totp(sealedSecret: [9, 8, 7]), displayName: nil, enrolledAt: now),
  ]
  account.recoveryCodes = RecoveryCodes(sealedKey: [4, 5, 255], hashes: ["h1", "h2"], madeAt: now)
  account.emailChanges = [
    EmailChange(id: "c1", wasVerified: true, expiresAt: now),
    EmailChange(id: "c2", wasVerified: false, expiresAt: now),
  ]
  account.wayAdditions = [
    WayAddition(
      way: .provider(id: "google.com", rawID: "g-\(id)"), addedAt: now, signedInAt: Instant(seconds: 1)),
    WayAddition(way: .phone(number: "+4930"), addedAt: now, signedInAt: now),
    WayAddition(way: .email(address: "\(id)@example.com"), addedAt: now, signedInAt: now),
  ]
  account.imported = AccountImport(id: "import-1", at: now, actor: "cli:root")
  account.version = 7
  return account
}

func sampleProject(_ id: String, number: String, apiKeys: [String]) throws -> Project {
  var project = Project(
    id: try projectID(id), number: number, apiKeys: apiKeys, authorizedDomains: ["localhost"], createdAt: now)
  project.displayName = "Demo \"\(id)\""
  project.apps = [App(platform: .ios, appID: "1:\(number):ios:0a", bundleID: "com.example.app")]
  var google = ProviderSettings(providerID: "google.com", enabled: true, clientID: "c.example")
  google.endpoints.token = "http://127.0.0.1:1/token"
  google.sealedSecrets = [1, 2, 3]
  project.providers = [google]
  project.signIn.anonymousEnabled = false
  project.tokenIssuer = "https://issuer.example"
  project.formerIssuers = [
    FormerIssuer(issuer: "https://former.example", acceptedUntil: now.adding(seconds: 600))
  ]
  return project
}

func sampleSession(_ seed: UInt8, of account: Account) -> RefreshSession {
  var signIn = SignInFacts(provider: "google.com")
  signIn.secondFactor = .init(enrollmentID: "f1", kind: "phone")
  signIn.additionalClaims = [
    "tier": "gold", "n": 3, "x": 1.5, "big": .integer(.max), "list": [1, nil, true, ["deep": "Ü\n"]],
  ]
  signIn.attributes = ["groups": ["a", "b"]]
  var session = RefreshSession(
    tokenHash: hash(seed), scope: account.scope, accountID: account.id,
    authenticatedAt: Instant(milliseconds: now.milliseconds - 5), createdAt: now, tokenEpoch: 3,
    signIn: signIn)
  session.origin = SessionOrigin(network: "192.0.2.0/24", program: "Chrome · FirebaseCore-web 10.14.1")
  return session
}

func sampleArtifact(
  _ seed: UInt8, purpose: String = "passwordReset", in scope: Scope, expiresIn seconds: Int64 = 60
) -> Artifact {
  Artifact(
    tokenHash: hash(seed), purpose: purpose, scope: scope, payload: [0, 255, seed], createdAt: now,
    expiresAt: now.adding(seconds: seconds))
}

func sampleSigningKey(_ id: String, createdAt: Instant = now, retiredAt: Instant? = nil)
  -> SigningKeyRecord
{
  SigningKeyRecord(
    keyID: id, algorithm: "RS256", sealedPrivateKey: [1, 0, 2], certificate: "-----BEGIN CERTIFICATE-----\n",
    createdAt: createdAt, activeFrom: createdAt.adding(seconds: 60), retiredAt: retiredAt)
}
