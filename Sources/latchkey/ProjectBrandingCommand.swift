import ArgumentParser
import Foundation
import Identity
import Operations

struct ProjectBrandingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "branding",
    abstract: "Show and change how a project's pages and mails look.",
    discussion: """
      Mails, and the pages that mailed links open, show the name, logo, colour and links. The logo is a PNG, JPEG or \
      WebP picture of at most 64 KiB. Settings without an option stay unchanged. An empty value removes a setting.

      EXAMPLES
        latchkey project branding my-app
        latchkey project branding my-app --name "My app" --color "#1a56db" \\
          --logo logo.png --terms https://example.com/terms
        latchkey project branding my-app --reset

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The name that users read.")
  var name: String?

  @Option(help: ArgumentHelp("The colour of buttons and links.", valueName: "#rrggbb"))
  var color: String?

  @Option(help: ArgumentHelp("A picture.", valueName: "file"))
  var logo: String?

  @Option(help: ArgumentHelp("The https address of the terms of service.", valueName: "url"))
  var terms: String?

  @Option(help: ArgumentHelp("The https address of the privacy policy.", valueName: "url"))
  var privacy: String?

  @Flag(help: "Remove all these settings.")
  var reset = false

  func validate() throws {
    guard !reset || !isAnyOptionGiven else { throw ValidationError("Use --reset without other settings.") }
    if let color, !color.isEmpty, BrandColour(color) == nil {
      throw ValidationError("--color must be # and six hexadecimal digits, such as #1a56db.")
    }
  }

  func run() async throws {
    let picture = try logo.flatMap { try $0.isEmpty ? nil : Self.picture($0) }
    try await data.withBackend { backend in
      var branding = try await backend.requireProject(id).branding
      if reset || isAnyOptionGiven {
        branding = try await backend.administration.changeBranding(of: id) { branding in
          branding = reset ? Branding() : changed(branding, picture)
        }
      }
      try Terminal.print(Self.table(of: branding))
    }
  }

  private var isAnyOptionGiven: Bool { [name, color, logo, terms, privacy].contains { $0 != nil } }

  private static func picture(_ path: String) throws -> Branding.Logo {
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Branding.Logo.maximumBytes + 1)
    else {
      throw CommandFailure(.refused, "\(path) cannot be read.")
    }
    guard let logo = Branding.Logo(Array(data)) else {
      throw CommandFailure(
        .refused,
        "\(path) is not a PNG, JPEG or WebP picture of at most \(Branding.Logo.maximumBytes / 1_024) KiB.")
    }
    return logo
  }

  private func changed(_ before: Branding, _ picture: Branding.Logo?) -> Branding {
    func text(_ text: String?, else known: String?) -> String? {
      text.map { $0.isEmpty ? nil : $0 } ?? known
    }
    var branding = before
    branding.name = text(name, else: before.name)
    branding.termsURL = text(terms, else: before.termsURL)
    branding.privacyURL = text(privacy, else: before.privacyURL)
    if let color { branding.colour = BrandColour(color) }
    if logo != nil { branding.logo = picture }
    return branding
  }

  private static func table(of branding: Branding) -> String {
    var table = TextTable(header: ["SETTING", "VALUE"])
    table.rows = [
      ["Name", branding.name ?? "the project's"], ["Colour", branding.colour?.text ?? "the server's"],
      ["Logo", branding.logo.map { "\($0.format.rawValue), \($0.bytes.count) bytes" } ?? "none"],
      ["Terms", branding.termsURL ?? "none"], ["Privacy", branding.privacyURL ?? "none"],
    ]
    return table.text
  }
}
