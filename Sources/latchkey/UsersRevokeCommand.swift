import ArgumentParser
import Identity
import IdentityWire

struct UsersRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "End a user's sessions.",
    discussion: """
      The server refuses the user's existing refresh tokens and session cookies from now on, as with the Admin SDKs' \
      revokeRefreshTokens. ID tokens expire within an hour. Back ends that check for revoked tokens refuse them at \
      once.

      EXAMPLES
        latchkey users revoke my-app 4TqXWb0ZcK1yJ2vQ8mLh7sRfUe93

      \(ExitStatus.help)
      """)

  @OptionGroup var users: UsersOptions

  @Argument(help: "The user's id.")
  var uid: String

  @Flag(help: "Print the user, for programs.")
  var json = false

  func validate() throws {
    guard !uid.isEmpty else { throw ValidationError("The user's id is empty.") }
  }

  func run() async throws {
    try await users.withUsers { users in
      var request = UpdateRequest(of: uid)
      request.validSince = Int64Text(users.now.seconds)
      try await users.update(request)
      try Terminal.print(
        json
          ? UserDescription(try await users.user(uid)).json : "Ended the sessions of \(PlainText.line(uid)).")
    }
  }
}
