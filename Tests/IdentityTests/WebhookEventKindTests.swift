import Identity
import Testing

@Suite("The kinds of events that webhooks are told of")
struct WebhookEventKindTests {
  private static func event(_ action: AuditAction, _ details: [String: String] = [:]) throws -> AuditEvent {
    let project = try #require(ProjectID(rawValue: "my-app"))
    let account = try #require(AccountID(rawValue: "ann"))
    var event = AuditEvent(
      id: "e", at: Instant(seconds: 1), project: project, actor: "user", action: action)
    event.account = account
    event.details = details
    return event
  }

  @Test(
    "an audit event is of each kind that something in it changed",
    arguments: [
      (.signUp, [:], [.created, .signedIn]), (.accountCreation, [:], [.created]), (.signIn, [:], [.signedIn]),
      (.continuation, [:], []), (.deletion, [:], [.deleted]), (.codeRequest, [:], []),
      (.signIn, ["changed": "providers", "providers": "+google.com"], [.signedIn, .linked]),
      (.unlink, ["changed": "providers", "providers": "-google.com"], [.unlinked]),
      (.link, ["changed": "email,password"], [.passwordChanged, .emailChanged]),
      (.passwordReset, ["changed": "password,sessions"], [.passwordChanged, .sessionsRevoked]),
      (.emailVerification, ["changed": "emailVerified"], [.emailVerified]),
      (.factorWithdrawal, ["changed": "factors"], [.factorChanged]),
      (.disabling, ["changed": "email,disabled"], [.emailChanged, .disabled]),
      (.enabling, ["changed": "disabled"], [.enabled]), (.revocation, [:], [.sessionsRevoked]),
      (.refreshTokenReuse, [:], [.sessionsRevoked]),
      (.claimsChange, ["changed": "customClaims"], [.claimsChanged]),
      (.update, ["changed": "displayName"], [.updated]), (.imports, [:], []),
      (.deletionOfAll, [:], [.allDeleted]), (.projectUpdate, [:], []),
    ] as [(AuditAction, [String: String], [WebhookEventKind])])
  func kinds(action: AuditAction, details: [String: String], kinds: [WebhookEventKind]) throws {
    var event = try Self.event(action, details)
    if [.projectUpdate, .deletionOfAll].contains(action) { event.account = nil }
    #expect(WebhookEventKind.kinds(of: event) == kinds)
    event.outcome = AuditEvent.pending
    #expect(WebhookEventKind.kinds(of: event).isEmpty)
    event.outcome = "USER_DISABLED"
    #expect(WebhookEventKind.kinds(of: event).isEmpty)
  }

  // Fails when an import counts as refused that ended early.
  @Test(
    "an import is told of when accounts came in, also if it was interrupted",
    arguments: [
      (AuditEvent.success, "2", [.imported]), ("UNAVAILABLE", "2", [.imported]), ("UNAVAILABLE", "0", []),
    ] as [(String, String, [WebhookEventKind])])
  func imports(outcome: String, accounts: String, kinds: [WebhookEventKind]) throws {
    var event = try Self.event(.imports, ["accounts": accounts])
    event.account = nil
    event.outcome = outcome
    #expect(WebhookEventKind.kinds(of: event) == kinds)
  }

  // Fails when a part is added to accounts that no kind is of.
  @Test("every part of an account that can change is of a kind", arguments: Account.Part.allCases)
  func parts(part: Account.Part) throws {
    #expect(!WebhookEventKind.kinds(of: try Self.event(.update, ["changed": part.rawValue])).isEmpty)
  }
}
