import ArgumentParser
import Foundation
import Identity
import Operations

struct ProjectPasskeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passkeys",
    abstract: "Show and change the passkey settings of a project or tenant.",
    discussion: """
      The RP ID is the domain that passkeys are made for: it or a parent domain of the pages that use them, without \
      scheme and port. Passkeys that were made for another RP ID stop working. If there are such passkeys, the command \
      asks once more at a terminal, and needs --yes elsewhere. New origins replace all former ones. What is not named \
      stays as it is.

      EXAMPLES
        latchkey project passkeys my-app
        latchkey project passkeys my-app --rp-id example.com \\
          --origin https://example.com --origin https://app.example.com
        latchkey project passkeys my-app --no-two-factors --limit 5
        latchkey project passkeys my-app --no-enabled

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The tenant. (default: the project's own users)")
  var tenant: String?

  @Option(help: "The domain that passkeys are made for, such as example.com.")
  var rpId: String?

  @Option(
    help: ArgumentHelp(
      """
      A site or an Android app from which answers are taken: https://app.example.com, or android:apk-key-hash: and the \
      SHA-256 of its certificate in base64url. Repeat it for more. (default: the site of the RP ID)
      """, valueName: "origin"))
  var origin: [String] = []

  @Option(
    help: ArgumentHelp(
      "A site that may show the pages in a frame and let them ask for passkeys there. Repeat it for more.",
      valueName: "origin"))
  var topOrigin: [String] = []

  @Flag(inversion: .prefixedNo, help: "Whether passkeys are accepted.")
  var enabled: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether a passkey also counts as the second factor of a user who has one.")
  var twoFactors: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether to refuse an authenticator whose counter shows that it was copied.")
  var refuseCopies: Bool?

  @Option(help: "Passkeys that one user may have, 1 to 50.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      A file with a root certificate in PEM. If there is one, authenticators must prove their model by a chain to it; \
      synced passkeys cannot. Repeat it for more; an empty name removes all.
      """, valueName: "file"))
  var attestationRoot: [String] = []

  @Flag(
    help: "Forget the settings: a project follows the server's own address again, a tenant has no passkeys.")
  var reset = false

  @Flag(name: [.customShort("y"), .long], help: "Do not ask.")
  var yes = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven else { throw ValidationError("--reset goes with no other setting.") }
  }

  func run() async throws {
    let roots = try attestationRoot.filter { !$0.isEmpty }.map { try Self.text(ofFile: $0) }
    let publicOrigin = data.config.flatMap { try? ConfigurationOptions.publicOrigin(of: $0) }
    try await data.withBackend(configure: { $0.origins = publicOrigin.map { [$0] } ?? [] }) { backend in
      let project = try await backend.requireProject(id)
      let tenant = try await backend.projects.tenant(named: tenant, in: id)
      let scope = Scope(project: id, tenant: tenant?.id)
      var settings = (tenant?.signIn ?? project.signIn).passkeys
      if let rpId, rpId != settings?.rpID {
        let stranded = try await backend.administration.countStrandedPasskeys(by: rpId, in: scope)
        guard try stranded == 0 || isConfirmed(stranded, rpId) else {
          throw CommandFailure(.refused, "Nothing was changed.")
        }
      }
      if reset {
        settings = try await backend.administration.changePasskeys(in: scope) { $0 = nil }
      } else if isAnyOptionGiven {
        settings = try await backend.administration.changePasskeys(in: scope) {
          (settings) throws(IdentityError) in
          settings = try changed(settings, roots)
        }
      }
      let counts = try await backend.administration.passkeyCounts(in: scope)
      try Terminal.print(Self.table(of: settings, counts, isTenant: tenant != nil))
    }
  }

  private var isAnyOptionGiven: Bool {
    rpId != nil || !origin.isEmpty || !topOrigin.isEmpty || enabled != nil || twoFactors != nil
      || refuseCopies != nil || limit != nil || !attestationRoot.isEmpty
  }

  private func isConfirmed(_ stranded: Int, _ rpID: String) throws -> Bool {
    let what =
      "\(stranded) \(stranded == 1 ? "passkey was" : "passkeys were") made for another RP ID, and "
      + "\(stranded == 1 ? "is" : "are") of no use with \(PlainText.line(rpID))."
    if yes { return true }
    guard Terminal.isThere else {
      throw CommandFailure(.usage, "\(what) Say --yes to change it all the same.")
    }
    return Terminal.confirms("\(what) Change it?")
  }

  private func changed(_ before: PasskeySettings?, _ roots: [String]) throws(IdentityError) -> PasskeySettings
  {
    guard let rpID = rpId ?? before?.rpID else {
      throw .refused(.invalidConfig, "Name the RP ID with --rp-id: there are no settings yet.")
    }
    var settings = before ?? PasskeySettings(rpID: rpID, expectedOrigins: ["https://\(rpID)"])
    settings.rpID = rpID
    if !origin.isEmpty { settings.expectedOrigins = origin }
    if !topOrigin.isEmpty { settings.topOrigins = topOrigin.filter { !$0.isEmpty } }
    if let enabled { settings.isEnabled = enabled }
    if let twoFactors { settings.countsAsTwoFactors = twoFactors }
    if let refuseCopies { settings.refusesCopies = refuseCopies }
    if let limit { settings.limit = limit }
    if !attestationRoot.isEmpty { settings.attestationRoots = roots }
    return settings
  }

  private static func text(ofFile name: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: name), data.count <= 65_536 else {
      throw CommandFailure(.usage, "The file \(PlainText.line(name)) cannot be read, or is no certificate.")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static func table(of settings: PasskeySettings?, _ counts: [String: Int], isTenant: Bool) -> String
  {
    func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
    var table = TextTable(header: ["SETTING", "VALUE"])
    if let settings {
      table.rows = [
        ["Enabled", word(settings.isEnabled)], ["RP ID", settings.rpID],
        ["Origins", settings.expectedOrigins.joined(separator: ", ")],
        ["Frames of", settings.topOrigins.isEmpty ? "none" : settings.topOrigins.joined(separator: ", ")],
        ["Counts as two factors", word(settings.countsAsTwoFactors)],
        ["Copies are refused", word(settings.refusesCopies)],
        ["Passkeys of one user", String(settings.limit)],
        [
          "Attestation",
          settings.attestationRoots.isEmpty ? "none" : "\(settings.attestationRoots.count) roots",
        ],
      ]
    } else {
      table.rows = [["Settings", isTenant ? "none: no passkeys" : "none: as the server's own address"]]
    }
    table.rows += counts.sorted { $0.key < $1.key }.map { ["Made for \($0.key)", String($0.value)] }
    return table.text
  }
}
