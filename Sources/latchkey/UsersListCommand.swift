import ArgumentParser
import Identity
import IdentityWire
import Operations

struct UsersListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all users, or the users that match a filter.",
    discussion: """
      With --json, each line is a user as in the response of accounts:lookup, without passwordHash. The output contains \
      no password hashes and no other secrets.

      EXAMPLES
        latchkey users list my-app
        latchkey users list my-app --email ann@ --json
        latchkey users list my-app --provider google.com --disabled
        latchkey users list my-app --without-factor --all
        latchkey users list my-app --all --json | jq -r .localId

      \(ExitStatus.help)
      """)

  private static let defaultLimit = 100

  @OptionGroup var users: UsersOptions

  @OptionGroup(title: "Which users")
  var filter: UserFilterOptions

  @Option(help: "The maximum number of users in the list. (default: \(defaultLimit))")
  var limit: Int?

  @Flag(help: "List all users.")
  var all = false

  // A token may begin with a hyphen.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Continue a list of the same users with the token that the list printed at its end.", valueName: "token"
    ))
  var page: String?

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1.") }
    guard limit == nil || !all else { throw ValidationError("Choose one of --limit and --all.") }
  }

  func run() async throws {
    try await users.withUsers { users in
      let question = filter.question
      var left = all ? Int.max : limit ?? Self.defaultLimit
      var token = page
      var lines = UserLines(isJSON: json)
      repeat {
        let found = try await users.page(
          question, from: token, limit: min(left, AccountSearch.maximumPageSize))
        guard try lines.print(found.accounts.map { UserDescription(AccountInfo($0)) }) else { return }
        left -= found.accounts.count
        token = found.next
      } while token != nil && left > 0
      if lines.count == 0, !json { try Terminal.print("No user was found.") }
      if let token {
        Terminal.note("There are more users. List them with --all, or continue with --page \(token)")
      }
    }
  }
}

/// Prints a list of users page by page.
private struct UserLines {
  let isJSON: Bool
  private(set) var count = 0
  private var widths: [Int] = []

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// - Returns: False if the reader has closed the pipe.
  mutating func print(_ users: [UserDescription]) throws(CommandFailure) -> Bool {
    guard !users.isEmpty else { return true }
    let header = count == 0 ? [UserDescription.header] : []
    count += users.count
    return try Terminal.printPart(
      isJSON
        ? users.map(\.json).joined(separator: "\n")
        : TextTable.text(header + users.map(\.row), widths: &widths))
  }
}
