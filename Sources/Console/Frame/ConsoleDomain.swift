import Identity
import Messaging
import Operations

/// The domain behind the console's pages: the same calls that the REST API makes.
public struct ConsoleDomain: Sendable {
  public let service: IdentityService
  public let administration: ProjectAdministration
  public let webhooks: WebhookAdministration
  public let audit: any AuditStore
  /// The development inbox; nil if messages are really sent.
  public let inbox: DevelopmentInbox?
  /// The origins by which browsers reach the server. The first is the canonical one.
  public let origins: [String]
  /// True for `latchkey dev`.
  public let development: Bool
  /// The sources of the pages on activity.
  public let observation: ConsoleObservation
  /// The background jobs.
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

  /// - Parameter authority: the host in the browser's request. It only selects one of the server's origins.
  func origin(of authority: String?) -> String {
    let authority = authority?.lowercased() ?? ""
    return origins.first { $0.hasSuffix("://" + authority) } ?? origins.first ?? ""
  }

  var links: ActionLinks { ActionLinks(origins: origins, isDevelopment: development) }
}
