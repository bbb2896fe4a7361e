import ArgumentParser
import Foundation
import Identity
import IdentityWire

struct UsersSetClaimsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-claims",
    abstract: "Replace a user's custom claims.",
    discussion: """
      The claims are a JSON object of at most \(CustomClaims.maximumLength) characters. They replace all claims of the \
      user, as with the Admin SDKs' setCustomUserClaims. {} removes all claims. New ID tokens contain the claims; an \
      existing session receives them with its next ID token.

      EXAMPLES
        latchkey users set-claims my-app bob '{"role": "admin"}'
        latchkey users set-claims my-app bob --file claims.json
        latchkey users set-claims my-app bob - < claims.json
        latchkey users set-claims my-app bob '{}'

      \(ExitStatus.help)
      """)

  /// The maximum size of a file. No valid set of claims is longer.
  private static let maximumBytes = 16_384

  @OptionGroup var users: UsersOptions

  @Argument(help: "The user's id.")
  var uid: String

  @Argument(help: "The claims; - reads standard input.")
  var claims: String?

  @Option(help: "A file with the claims.")
  var file: String?

  @Flag(help: "Print the user, for programs.")
  var json = false

  func validate() throws {
    guard !uid.isEmpty else { throw ValidationError("The user's id is empty.") }
    guard (claims == nil) != (file == nil) else {
      throw ValidationError("Name the claims: JSON, - for standard input, or --file.")
    }
  }

  func run() async throws {
    let claims = try text()
    try Self.check(claims)
    try await users.withUsers { users in
      var request = UpdateRequest(of: uid)
      request.customAttributes = claims
      try await users.update(request)
      try Terminal.print(
        json
          ? UserDescription(try await users.user(uid)).json : "Replaced the claims of \(PlainText.line(uid))."
      )
    }
  }

  private func text() throws(CommandFailure) -> String {
    let text =
      if let claims, claims != "-" { claims } else {
        try InputText.read(file ?? "-", maximumBytes: Self.maximumBytes, as: "set of claims")
      }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty else {
      throw CommandFailure(.refused, "The input contains no claims. To remove all claims, use {}.")
    }
    return trimmed
  }

  /// Reports the position of a mistake, which the protocol's error does not contain.
  private static func check(_ claims: String) throws(CommandFailure) {
    guard claims.count <= CustomClaims.maximumLength else { return }
    do { _ = try JSONParser().parse(claims) } catch {
      let position = error.position(in: claims)
      throw CommandFailure(
        .refused,
        "The claims are not valid JSON: there is a mistake at line \(position.line), column "
          + "\(position.column).")
    }
  }
}
