import ArgumentParser
import Foundation
import Identity
import Operations

struct ProjectPasskeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passkeys",
    abstract: "Show and change the passkey settings of a project or tenant.",
    discussion: """
      The RP ID is the domain for which passkeys are created: the domain of the pages that use them, or a parent domain, \
      without scheme and port. Passkeys for another RP ID stop working. If users have passkeys for another RP ID, the \
      command asks for confirmation on a terminal, and needs --yes without a terminal. New origins replace all former \
      origins. Settings without an option stay unchanged.

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

  @Option(help: "The domain for which passkeys are created, such as example.com.")
  var rpId: String?

  @Option(
    help: ArgumentHelp(
      """
      A site or an Android app whose answers are accepted: https://app.example.com, or android:apk-key-hash: followed \
      by the SHA-256 of the app's certificate in base64url. Repeat the option for more. (default: the site of the RP ID)
      """, valueName: "origin"))
  var origin: [String] = []

  @Option(
    help: ArgumentHelp(
      "A site that may show the pages in a frame, where the pages may ask for passkeys. Repeat the option for more.",
      valueName: "origin"))
  var topOrigin: [String] = []

  @Flag(inversion: .prefixedNo, help: "Whether passkeys are accepted.")
  var enabled: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether a sign-in with a passkey also counts as the second factor, if the user has one.")
  var twoFactors: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether to refuse an authenticator if its counter shows that it was copied.")
  var refuseCopies: Bool?

  @Option(help: "The maximum number of passkeys of one user, 1 to 50.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      """
      A file with a root certificate in PEM. Authenticators must then prove their model with a certificate chain to a \
      root certificate. Synced passkeys cannot do this. Repeat the option for more; an empty name removes all.
      """, valueName: "file"))
  var attestationRoot: [String] = []

  @Flag(
    help: "Remove the settings. A project then uses the server's own address again; a tenant has no passkeys."
  )
  var reset = false

  @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
  var yes = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven else { throw ValidationError("Use --reset without other settings.") }
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
      "\(stranded) \(stranded == 1 ? "passkey was" : "passkeys were") created for another RP ID, and "
      + "\(stranded == 1 ? "does" : "do") not work with \(PlainText.line(rpID))."
    if yes { return true }
    guard Terminal.isThere else {
      throw CommandFailure(.usage, "\(what) To change the RP ID, add --yes.")
    }
    return Terminal.confirms("\(what) Change the RP ID?")
  }

  private func changed(_ before: PasskeySettings?, _ roots: [String]) throws(IdentityError) -> PasskeySettings
  {
    guard let rpID = rpId ?? before?.rpID else {
      throw .refused(.invalidConfig, "There are no settings yet. Name the RP ID with --rp-id.")
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
      throw CommandFailure(
        .usage, "The file \(PlainText.line(name)) cannot be read, or is not a certificate.")
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
