import ArgumentParser
import Composition
import Foundation
import Identity
import Operations

/// The arguments that name a webhook.
struct WebhookOptions: ParsableArguments {
  @Argument(help: "The project's id.", transform: parseProjectID)
  var project: ProjectID

  @Argument(help: "The webhook's id. \"list\" shows it.")
  var id: String
}

/// The options for the content that a webhook receives.
struct WebhookContentOptions: ParsableArguments {
  @Option(
    help: """
      A kind of event to send: \(WebhookEventKind.subscribable.map(\.rawValue).joined(separator: ", ")). Repeat the \
      option for more.
      """, transform: parseEventKind)
  var kind: [WebhookEventKind] = []

  @Option(help: "A description of the webhook's purpose.")
  var description: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the user's record and the client's address are sent. (default: --user-record)")
  var userRecord: Bool?

  var change: WebhookChange {
    var change = WebhookChange()
    if !kind.isEmpty { change.kinds = Set(kind) }
    change.description = description
    change.includesUser = userRecord
    return change
  }
}

/// Reads a kind of event from the command line.
func parseEventKind(_ text: String) throws -> WebhookEventKind {
  guard let kind = WebhookEventKind(subscribable: text) else {
    throw ValidationError("\"\(text)\" is not a kind of event. \"--help\" lists all kinds.")
  }
  return kind
}

extension DataOptions {
  /// The private hosts that functions and webhooks may use.
  ///
  /// Without a configuration, this command does not know the allowed hosts. The server checks the host at each
  /// request.
  ///
  /// - Throws: a failure if the configuration cannot be read.
  func functionHosts() throws -> Set<String> {
    try config.map(ConfigurationOptions.functionHosts) ?? PrivateHosts.loopback
  }

  /// Opens the installation for work on webhooks.
  func withWebhooks(_ body: (Backend) async throws -> Void) async throws {
    let hosts = try functionHosts()
    try await withBackend(configure: { $0.privateFunctionHosts = hosts }, body)
  }
}

extension Webhook {
  /// The webhook's state: on, or off with the reason.
  var stateText: String {
    if isEnabled { return "on" }
    return switch ending {
    case .gone: "off (answered 410)"
    case .failing: "off (failed)"
    case nil: "off"
    }
  }

  var kindsText: String {
    kinds.isEmpty ? "all" : kindNames.joined(separator: ",")
  }
}
