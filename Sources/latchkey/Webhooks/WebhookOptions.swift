import ArgumentParser
import Composition
import Foundation
import Identity
import Operations

/// The arguments that name a webhook.
struct WebhookOptions: ParsableArguments {
  @Argument(help: "The project's id.", transform: parseProjectID)
  var project: ProjectID

  @Argument(help: "The webhook's id, as \"list\" shows it.")
  var id: String
}

/// The options for the content that a webhook receives.
struct WebhookContentOptions: ParsableArguments {
  @Option(
    help: """
      A kind of event to send: \(WebhookEventKind.subscribable.map(\.rawValue).joined(separator: ", ")). May be given \
      several times.
      """, transform: parseEventKind)
  var kind: [WebhookEventKind] = []

  @Option(help: "The purpose of the webhook, for people to read.")
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
    throw ValidationError("\"\(text)\" is no kind of event. \"--help\" lists all.")
  }
  return kind
}

extension DataOptions {
  /// The private hosts that functions and webhooks may use.
  ///
  /// Without a configuration, the allowed hosts are not known here. The server refuses other hosts at each
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
