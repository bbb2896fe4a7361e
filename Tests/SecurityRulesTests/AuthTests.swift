import Foundation
import IdentityWire
import SecurityRules
import Testing

@Suite("auth of a verified token")
struct AuthTests {
  static let claims: [String: JSONValue] = [
    "iss": "https://securetoken.google.com/p", "aud": "p", "sub": "u1", "user_id": "u1", "auth_time": 1,
    "iat": 2,
    "exp": 3, "email": "a@example.com", "email_verified": true, "plan": "gold", "level": 7,
    "firebase": [
      "identities": ["google.com": ["g1"], "email": ["a@example.com"]], "sign_in_provider": "google.com",
      "sign_in_second_factor": "phone", "tenant": "t1",
    ],
  ]

  static let database = [
    "auth.uid == 'u1'", "auth.provider == 'google'", "auth.token.email_verified == true",
    "auth.token.plan == 'gold' && auth.token.level == 7", "auth.token.sub == auth.uid && auth.token.exp == 3",
    "auth.token.firebase.sign_in_provider == 'google.com'",
    "auth.token.firebase.identities['google.com'][0] == 'g1'",
    "auth.token.firebase.tenant == 't1'", "auth.token.firebase.sign_in_second_factor == 'phone'",
    "auth.token.nothing == null",
  ]
  static let service = [
    "request.auth.uid == 'u1'", "request.auth.token.email_verified", "request.auth.token.level == 7",
    "request.auth.token.firebase.identities['email'][0] == 'a@example.com'", "!('provider' in request.auth)",
    "request.auth.token.firebase.tenant == 't1'", "!('nothing' in request.auth.token)",
  ]

  @Test("database rules read uid, provider and every claim", arguments: database)
  func inDatabase(_ expression: String) throws {
    let rules = try DatabaseRules(Rules.database(expression))
    #expect(rules.allows(DatabaseRequest(.read, path: "/", auth: RulesAuth(claims: Self.claims), time: 0)))
  }

  @Test("the other rules read uid and every claim", arguments: service)
  func inService(_ condition: String) throws {
    let request = ServiceRequest(.get, path: "/x", auth: RulesAuth(claims: Self.claims), time: Date())
    #expect(try ServiceRules(Rules.storage(condition)).allows(request))
  }

  @Test("claims without a user are nobody's")
  func nobody() {
    #expect(RulesAuth(claims: ["email": "a@example.com"]) == nil)
    #expect(RulesAuth(claims: ["sub": ""]) == nil)
    #expect(RulesAuth(claims: ["sub": 5]) == nil)
  }
}
