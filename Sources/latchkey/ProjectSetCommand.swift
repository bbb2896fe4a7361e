import ArgumentParser
import Identity

struct ProjectSetCommand: AsyncParsableCommand {
  enum Trust: String, ExpressibleByArgument, CaseIterable {
    case production
    case providerClaim = "provider-claim"

    var policy: EmailTrust.Policy { self == .production ? .production : .providerClaim }
  }

  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a project's sign-in settings and session lengths.",
    discussion: """
      Settings without an option stay unchanged.

      EXAMPLES
        latchkey project set my-app --email-trust provider-claim
        latchkey project set my-app --no-anonymous --email-enumeration-protection
        latchkey project set my-app --phone --email-link
        latchkey project set my-app --second-factors mandatory --authenticator-apps
        latchkey project set my-app --refresh-tokens rotating --session-idle 30d
        latchkey project set my-app --signing-algorithm ES256
        latchkey project set my-app --issuer https://auth.example.com/my-app
        latchkey project set my-app --password-hashes argon2id
        latchkey project set my-app --own-redirect-uri

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(
    help: """
      The rule that decides whether a provider's mail address is verified: Firebase's rule (production), or the \
      provider's own claim (provider-claim).
      """)
  var emailTrust: Trust?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether the providers of several accounts may report the same mail address.")
  var duplicateEmails: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether answers hide which mail addresses are registered.")
  var emailEnumerationProtection: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether a mailed verification link also ends all sessions and removes all other ways to sign in. It removes \
      nothing if a session or the password proves that the account belongs to the reader of the mail.
      """)
  var strictEmailVerification: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether users need a recent sign-in (at most five minutes old) to add a way to sign in. Without this rule, a \
      sign-in in a newly added way counts as a recent sign-in only after a day.
      """)
  var linkingRequiresRecentSignIn: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether users sign in with a password.")
  var passwords: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether users sign in with a mailed link.")
  var emailLink: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether users sign in with their phone number.")
  var phone: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether users may be anonymous.")
  var anonymous: Bool?

  @OptionGroup var factors: SecondFactorOptions

  @Flag(
    name: .customLong("own-redirect-uri"), inversion: .prefixedNo,
    help: """
      Whether the server's first project has a redirect URI of its own, as all other projects have. Register it at the \
      project's providers first; "latchkey doctor" prints it.
      """)
  var usesOwnRedirectURI: Bool?

  @Option(
    help: """
      The hash algorithm for new passwords: Firebase's scrypt (firebase-scrypt), or argon2id with 19 MiB, two iterations \
      and one lane. Other passwords are hashed again when their users sign in. Firebase may not import argon2id hashes.
      """)
  var passwordHashes: PasswordHashing.Scheme?

  @OptionGroup var sessions: SessionOptions

  @Option(
    help: """
      The signing algorithm of ID tokens. It is used after its key has been published for an hour. The official Admin \
      SDKs accept only RS256.
      """)
  var signingAlgorithm: TokenAlgorithm?

  @OptionGroup var issuer: IssuerOptions

  func run() async throws {
    try await data.withBackend { backend in
      var project = try await backend.administration.changeSignIn(in: id) { settings in
        if let emailTrust { settings.emailTrust = emailTrust.policy }
        if let duplicateEmails { settings.allowDuplicateEmails = duplicateEmails }
        if let emailEnumerationProtection {
          settings.emailEnumerationProtection = emailEnumerationProtection
        }
        if let strictEmailVerification { settings.strictEmailVerification = strictEmailVerification }
        if let linkingRequiresRecentSignIn {
          settings.linkingRequiresRecentSignIn = linkingRequiresRecentSignIn
        }
        if let passwords { settings.passwordEnabled = passwords }
        if let emailLink {
          settings.emailLinkEnabled = emailLink
          settings.suspendsEmailLink = false
        }
        if let phone { settings.phoneEnabled = phone }
        if let anonymous { settings.anonymousEnabled = anonymous }
        factors.apply(to: &settings.multiFactor)
      }
      if let passwordHashes {
        project = try await backend.administration.changePasswordHashing(to: passwordHashes, in: id)
        if passwordHashes == .argon2id {
          try Terminal.print(
            "New passwords are hashed with argon2id. Firebase may not import these hashes.\n"
          )
        }
      }
      if let usesOwnRedirectURI {
        project = try await backend.administration.changeRedirectURI(toOwn: usesOwnRedirectURI, in: id)
      }
      if sessions.areGiven {
        project = try await backend.administration.changeSessions(in: id) { sessions.apply(to: &$0) }
      }
      if let signingAlgorithm {
        let (changed, from) = try await backend.administration.changeTokenAlgorithm(
          to: signingAlgorithm, in: id, keys: backend.service.keyRing)
        project = changed
        let now = backend.service.clock.now()
        if from > now {
          try Terminal.print(
            "ID tokens are signed with \(signingAlgorithm.rawValue) from \(from.date.formatted(.iso8601)).\n")
        }
      }
      if issuer.areGiven {
        project = try await backend.administration.changeTokenIssuer(
          to: issuer.issuer(of: project), grace: issuer.grace, in: id)
      }
      let signIn = project.signIn
      var table = TextTable(header: ["SETTING", "VALUE"])
      table.rows = [
        ["Email trust", Trust.allCases.first { $0.policy == signIn.emailTrust }?.rawValue ?? ""],
        ["Duplicate emails", Self.word(signIn.allowDuplicateEmails)],
        ["Email enumeration protection", Self.word(signIn.emailEnumerationProtection)],
        ["Strict email verification", Self.word(signIn.strictEmailVerification)],
        ["Linking needs a recent sign-in", Self.word(signIn.linkingRequiresRecentSignIn)],
        ["Passwords", Self.word(signIn.passwordEnabled)],
        ["Password hashes", project.passwordHashing.scheme.argument],
        ["Mailed links", Self.word(signIn.emailLinkEnabled)],
        ["Phone numbers", Self.word(signIn.phoneEnabled)],
        ["Anonymous users", Self.word(signIn.anonymousEnabled)],
      ]
      table.rows += SecondFactorOptions.rows(of: signIn.multiFactor)
      table.rows += SessionOptions.rows(of: project.sessions)
      table.rows.append(["Signing algorithm", project.tokenAlgorithm.rawValue])
      table.rows.append([
        "Redirect URI", try await backend.projects.redirectAddress(of: project).path(),
      ])
      table.rows += IssuerOptions.rows(of: project, now: backend.service.clock.now())
      try Terminal.print(table.text)
    }
  }

  private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
}

extension TokenAlgorithm: ExpressibleByArgument {}

extension PasswordHashing.Scheme: ExpressibleByArgument {
  var argument: String { self == .argon2id ? "argon2id" : "firebase-scrypt" }

  public init?(argument: String) {
    guard let scheme = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = scheme
  }

  public static var allValueStrings: [String] { allCases.map(\.argument) }
}
