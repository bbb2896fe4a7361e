import ArgumentParser
import Identity
import Operations
import Secrets

struct ProjectCaptchaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "captcha",
    abstract: "Show and change a project's captcha settings.",
    discussion: """
      Each action has the mode off, audit (checked and counted, never refused) or enforce. The provider is this server, \
      Turnstile or hCaptcha. For this server, browsers solve a proof of work. Turnstile and hCaptcha need a site key \
      and a secret. Apps load /__/latchkey/captcha.js, which adds the proofs to requests: see docs/captcha.md. Settings without an option stay unchanged.

      EXAMPLES
        latchkey project captcha my-app
        latchkey project captcha my-app --sign-up audit --sms enforce
        latchkey project captcha my-app --provider turnstile \\
          --site-key 0x4AAA --secret-file turnstile.key --sign-up enforce
        latchkey project captcha my-app --reset

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The captcha service: proof-of-work (this server), turnstile or hcaptcha.")
  var provider: CaptchaSettings.Provider?

  @Option(help: "New accounts with e-mail and password.")
  var signUp: CaptchaSettings.Mode?

  @Option(help: "Sign-ins by password.")
  var passwordSignIn: CaptchaSettings.Mode?

  @Option(help: "Mails that reset a password or sign in.")
  var passwordReset: CaptchaSettings.Mode?

  @Option(help: "Text messages.")
  var sms: CaptchaSettings.Mode?

  @Option(
    help: ArgumentHelp(
      "The difficulty of the proof of work: the base-2 logarithm of the number of hashes, 10 to 24. With 19, a phone needs about a second.",
      valueName: "bits"))
  var workBits: Int?

  @Option(help: "The public key of the widget.")
  var siteKey: String?

  @Option(help: ArgumentHelp("A file with the secret of the widget.", valueName: "file"))
  var secretFile: String?

  @Option(help: ArgumentHelp("The environment variable with the secret.", valueName: "variable"))
  var secretEnv: String?

  @Option(
    help: ArgumentHelp(
      """
      A host whose pages' tokens are accepted. Repeat the option for more. An empty name removes all hosts. (default: \
      the project's authorized domains)
      """, valueName: "host"))
  var hostname: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      The address that checks tokens; empty for the provider's own. A new address needs the secret again. A new \
      provider resets the address.
      """,
      valueName: "url"))
  var verifyURL: String?

  @Flag(help: "Delete the settings and the secret: no request needs a captcha.")
  var reset = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven else { throw ValidationError("Use --reset without other settings.") }
    guard secretFile == nil || secretEnv == nil else {
      throw ValidationError("Choose one of --secret-file and --secret-env.")
    }
  }

  func run() async throws {
    // An empty secret removes the stored one.
    let secret = reset ? Secret("") : try SecretSource(file: secretFile, environment: secretEnv)?.read()
    try await data.withBackend { backend in
      var settings = try await backend.requireProject(id).captcha
      if reset || isAnyOptionGiven {
        settings = try await backend.administration.changeCaptcha(of: id, secret: secret) { settings in
          settings = reset ? CaptchaSettings() : changed(settings)
        }
      }
      try Terminal.print(Self.table(of: settings))
    }
  }

  private var isAnyOptionGiven: Bool {
    let modes = [signUp, passwordSignIn, passwordReset, sms]
    return provider != nil || modes.contains { $0 != nil } || workBits != nil || siteKey != nil
      || secretFile != nil || secretEnv != nil || !hostname.isEmpty || verifyURL != nil
  }

  private func changed(_ before: CaptchaSettings) -> CaptchaSettings {
    var settings = before
    if let provider, provider != before.provider {
      settings.provider = provider
      // The new service's secret must not be sent to the former service's address.
      settings.verifyURL = nil
    }
    if let signUp { settings[.signUp] = signUp }
    if let passwordSignIn { settings[.passwordSignIn] = passwordSignIn }
    if let passwordReset { settings[.passwordReset] = passwordReset }
    if let sms { settings[.sms] = sms }
    if let workBits { settings.workBits = workBits }
    if let siteKey { settings.siteKey = siteKey.isEmpty ? nil : siteKey }
    if !hostname.isEmpty { settings.hostnames = hostname.filter { !$0.isEmpty } }
    if let verifyURL { settings.verifyURL = verifyURL.isEmpty ? nil : verifyURL }
    return settings
  }

  private static func table(of settings: CaptchaSettings) -> String {
    var table = TextTable(header: ["SETTING", "VALUE"])
    table.rows = [["Provider", settings.provider.rawValue]]
    table.rows += CaptchaSettings.Action.allCases.map { [$0.rawValue, settings[$0].rawValue] }
    if settings.provider == .proofOfWork {
      table.rows.append(["Work", "\(settings.workBits) bits"])
    } else {
      table.rows += [
        ["Site key", settings.siteKey ?? ""], ["Secret", settings.sealedSecret == nil ? "none" : "set"],
        [
          "Hosts",
          settings.hostnames.isEmpty ? "the authorized domains" : settings.hostnames.joined(separator: ", "),
        ],
      ]
      if let address = settings.verifyURL { table.rows.append(["Checked at", address]) }
    }
    return table.text
  }
}

extension CaptchaSettings.Provider: ExpressibleByArgument {}
extension CaptchaSettings.Mode: ExpressibleByArgument {}
