import ArgumentParser
import Identity
import IdentityWire
import Operations

struct UsersGetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Show a user.",
    discussion: """
      With --json, prints the user on one line, as in the response of accounts:lookup, without passwordHash.

      EXAMPLES
        latchkey users get my-app 4TqXWb0ZcK1yJ2vQ8mLh7sRfUe93
        latchkey users get my-app --email ann@example.com --json
        latchkey users get my-app --phone +15555550100
        latchkey users get my-app --identity google.com:1234

      \(ExitStatus.help)
      """)

  @OptionGroup var users: UsersOptions

  @Argument(help: "The user's id.")
  var uid: String?

  @Option(help: "The user's e-mail address, instead of the id.")
  var email: String?

  @Option(help: "The user's phone number.")
  var phone: String?

  @Option(
    help: ArgumentHelp(
      "A provider and the user's id at the provider, such as google.com:1234.", valueName: "provider:id"))
  var identity: String?

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func validate() throws {
    guard [uid, email, phone, identity].compactMap(\.self).count == 1 else {
      throw ValidationError("Name the user with the id, --email, --phone or --identity.")
    }
    guard identity == nil || federatedUser != nil else {
      throw ValidationError("--identity needs a provider and an id, such as google.com:1234.")
    }
  }

  private var federatedUser: LookupRequest.FederatedUserID? {
    let parts = identity?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
    return parts.count == 2 ? .init(providerId: parts[0], rawId: parts[1]) : nil
  }

  func run() async throws {
    try await users.withUsers { users in
      var request = LookupRequest()
      request.localId = uid.map { [$0] }
      request.email = email.map { [$0] }
      request.phoneNumber = phone.map { [$0] }
      request.federatedUserId = federatedUser.map { [$0] }
      guard let user = try await users.user(request) else { throw IdentityError.refused(.userNotFound) }
      let description = UserDescription(user)
      try Terminal.print(json ? description.json : description.text)
    }
  }
}
