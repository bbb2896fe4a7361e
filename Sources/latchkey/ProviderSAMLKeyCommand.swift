import ArgumentParser
import Foundation
import Identity

struct ProviderSAMLKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saml-key",
    abstract: "Show or replace the key that signs a project's requests to SAML providers.",
    discussion: """
      Without an option, the certificates of the published keys are printed (PEM), beginning with the key that signs. \
      To replace that key, prepare the next one, give its certificate or this server's metadata to every SAML \
      provider, and sign with it. The former key stays published, so that you can go back to it.

      EXAMPLES
        latchkey provider saml-key my-app
        latchkey provider saml-key my-app --prepare
        latchkey provider saml-key my-app --activate

      \(ExitStatus.help)
      """)

  enum Change: String, EnumerableFlag {
    case prepare
    case activate

    static func help(for change: Change) -> ArgumentHelp? {
      switch change {
      case .prepare: "Publish a new key beside the one that signs. It replaces any other published key."
      case .activate: "Sign with the other published key."
      }
    }
  }

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Flag(exclusivity: .exclusive)
  var change: Change?

  func run() async throws {
    try await data.withBackend { backend in
      let project =
        switch change {
        case .prepare: try await backend.administration.prepareSAMLKey(in: id)
        case .activate: try await backend.administration.changeSAMLKey(in: id)
        case nil: try await backend.requireProject(id)
        }
      guard let keys = project.samlKeys else {
        try Terminal.print(
          "\(id) has no key for SAML requests yet. --prepare makes one, and so does \"latchkey provider set\" with "
            + "--sign-requests.")
        return
      }
      for (index, key) in keys.published.enumerated() {
        let role = index == 0 ? "signs" : "is published beside it"
        let end = key.expiresAt.date.formatted(.iso8601)
        try Terminal.print("This key \(role). Its certificate ends at \(end).")
        try Terminal.print(key.certificate.trimmingCharacters(in: .newlines))
      }
    }
  }
}
