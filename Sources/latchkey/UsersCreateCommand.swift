import ArgumentParser
import Identity
import IdentityWire
import Operations

struct UsersCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Add a user, and print the id.",
    discussion: """
      All options are optional. The command asks for a password, or reads it from a file or standard input; a password is \
      never on the command line. It must meet the project's requirements, and with --config also the server's.

      EXAMPLES
        latchkey users create my-app --email ann@example.com --ask-password
        latchkey users create my-app --email bob@example.com --verified \\
          --password-file bob.txt --name "Bob Example" --uid bob
        latchkey users create my-app --phone +15555550100 --json

      \(ExitStatus.help)
      """)

  @OptionGroup var users: UsersOptions

  @Option(help: "The user's id, 1 to 128 bytes. (default: a random id)")
  var uid: String?

  @Option(help: "An e-mail address.")
  var email: String?

  @Flag(help: "The e-mail address is verified.")
  var verified = false

  @OptionGroup var password: NewPasswordOptions

  @Option(help: "A phone number such as +15555550100.")
  var phone: String?

  @Option(help: "The display name.")
  var name: String?

  @Option(help: ArgumentHelp("The address of a photo.", valueName: "url"))
  var photo: String?

  @Flag(help: "The user is disabled, and cannot sign in until an administrator enables the user.")
  var disabled = false

  @Flag(help: "Print the user, for programs.")
  var json = false

  func validate() throws {
    guard email != nil || !password.isGiven else { throw ValidationError("A password needs --email.") }
    guard email != nil || !verified else { throw ValidationError("--verified needs --email.") }
  }

  func run() async throws {
    let password = try password.read()
    try await users.withUsers(settingPasswords: password != nil) { users in
      var request = SignUpRequest()
      request.localId = uid
      request.email = email
      request.emailVerified = email == nil ? nil : verified
      request.password = password?.reveal()
      request.phoneNumber = phone
      request.displayName = name
      request.photoUrl = photo
      request.disabled = disabled
      let uid = try await users.create(request)
      try Terminal.print(json ? UserDescription(try await users.user(uid)).json : uid)
    }
  }
}
