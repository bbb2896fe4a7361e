import ArgumentParser
import Identity
import IdentityWire
import Operations

struct UsersUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Change a user.",
    discussion: """
      Settings without an option stay unchanged. A new e-mail address or password ends the user's sessions. The \
      command asks for a password, or reads it from a file or standard input; a password is never on the command line.

      EXAMPLES
        latchkey users update my-app bob --name "Bob Example" --verified
        latchkey users update my-app bob --ask-password
        latchkey users update my-app bob --disabled
        latchkey users update my-app bob --delete-phone \\
          --delete-provider github.com

      \(ExitStatus.help)
      """)

  enum State: String, EnumerableFlag {
    case enabled, disabled

    static func help(for value: State) -> ArgumentHelp? {
      value == .enabled
        ? "The user can sign in." : "The user cannot sign in, and the user's tokens are refused."
    }
  }

  @OptionGroup var users: UsersOptions

  @Argument(help: "The user's id.")
  var uid: String

  @Option(help: "The new e-mail address.")
  var email: String?

  @Flag(inversion: .prefixedNo, help: "Whether the e-mail address is verified.")
  var verified: Bool?

  @OptionGroup var password: NewPasswordOptions

  @Option(help: "A phone number such as +15555550100.")
  var phone: String?

  @Option(help: "The display name.")
  var name: String?

  @Option(help: ArgumentHelp("The address of a photo.", valueName: "url"))
  var photo: String?

  @Flag var state: State?

  @OptionGroup(title: "Values to remove")
  var removal: UserRemovalOptions

  @Flag(help: "Print the user, for programs.")
  var json = false

  func validate() throws {
    guard !uid.isEmpty else { throw ValidationError("The user's id is empty.") }
    let both = [
      ("email", email != nil), ("password", password.isGiven), ("phone", phone != nil), ("name", name != nil),
      ("photo", photo != nil),
    ].filter { name, isGiven in isGiven && removal.isNamed(name) }
    if let (name, _) = both.first { throw ValidationError("Choose one of --\(name) and --delete-\(name).") }
    guard [email, phone, name, photo].allSatisfy({ $0?.isEmpty != true }) else {
      throw ValidationError("An option's value is empty. To remove a value, use --delete-….")
    }
    let isChanged =
      [email, phone, name, photo].contains { $0 != nil } || verified != nil || state != nil
      || password.isGiven
      || !removal.isEmpty
    guard isChanged else { throw ValidationError("Name at least one change.") }
  }

  func run() async throws {
    let password = try password.read()
    try await users.withUsers(settingPasswords: password != nil) { users in
      var request = UpdateRequest(of: uid)
      request.email = email
      request.emailVerified = verified
      request.password = password?.reveal()
      request.phoneNumber = phone
      request.displayName = name
      request.photoUrl = photo
      request.disableUser = state.map { $0 == .disabled }
      try await removal.add(to: &request, of: users)
      try await users.update(request)
      try Terminal.print(
        json ? UserDescription(try await users.user(uid)).json : "Changed \(PlainText.line(uid)).")
    }
  }
}
