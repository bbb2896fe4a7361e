import Identity
import Messaging
import Operations

/// What stands behind the console's pages: the same calls that the REST API makes.
public struct ConsoleDomain: Sendable {
  public let service: IdentityService
  public let administration: ProjectAdministration
  public let webhooks: WebhookAdministration
  public let audit: any AuditStore
  /// What was sent; nil where messages really leave.
  public let inbox: DevelopmentInbox?
  /// The addresses by which browsers reach the server; the first is the canonical one.
  public let origins: [String]
  /// Whether this is `latchkey dev`.
  public let development: Bool
  /// What users did, what failed, how the server is.
  public let observation: ConsoleObservation
  /// What goes on beside the pages.
  public let jobs: ConsoleJobs

  public init(
    service: IdentityService, administration: ProjectAdministration, webhooks: WebhookAdministration,
    audit: any AuditStore, inbox: DevelopmentInbox?, origins: [String], development: Bool,
    observation: ConsoleObservation,
    jobs: ConsoleJobs = ConsoleJobs()
  ) {
    self.service = service
    self.administration = administration
    self.webhooks = webhooks
    self.audit = audit
    self.inbox = inbox
    self.origins = origins
    self.development = development
    self.observation = observation
    self.jobs = jobs
  }

  /// - Parameter authority: as a browser's request names it, which is believed where it is one of the server's.
  func origin(of authority: String?) -> String {
    let authority = authority?.lowercased() ?? ""
    return origins.first { $0.hasSuffix("://" + authority) } ?? origins.first ?? ""
  }

  var links: ActionLinks { ActionLinks(origins: origins, isDevelopment: development) }
}
