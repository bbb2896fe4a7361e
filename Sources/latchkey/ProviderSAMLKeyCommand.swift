import ArgumentParser
import Foundation
import Identity

struct ProviderSAMLKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saml-key",
    abstract: "Show or replace the key that signs a project's requests to SAML providers.",
    discussion: """
      Without an option, prints the certificates of the published keys (PEM). The first key signs. To replace the signing \
      key, use --prepare for the next key, give its certificate or this server's metadata to every SAML provider, and \
      use --activate. The previous key stays published, so that you can activate it again.

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
      case .prepare:
        "Publish a new key, which does not sign yet. It replaces all published keys except the signing key."
      case .activate: "Sign with the published key that does not sign now."
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
          "\(id) has no key for SAML requests yet. --prepare creates one, and so does \"latchkey provider set\" with "
            + "--sign-requests.")
        return
      }
      for (index, key) in keys.published.enumerated() {
        let role = index == 0 ? "signs" : "is published, but does not sign"
        let end = key.expiresAt.date.formatted(.iso8601)
        try Terminal.print("This key \(role). Its certificate ends at \(end).")
        try Terminal.print(key.certificate.trimmingCharacters(in: .newlines))
      }
    }
  }
}
