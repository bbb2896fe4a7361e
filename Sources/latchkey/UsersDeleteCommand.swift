import ArgumentParser
import Identity
import IdentityWire

struct UsersDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete users and their sessions.",
    discussion: """
      On a terminal, the command asks for confirmation. Without a terminal, it needs --yes. If one of the users does not \
      exist, no user is deleted. To prevent a user's sign-ins without a deletion, disable the user.

      EXAMPLES
        latchkey users delete my-app 4TqXWb0ZcK1yJ2vQ8mLh7sRfUe93
        latchkey users delete my-app ann bob --yes

      \(ExitStatus.help)
      """)

  static let maximumUsers = 1_000
  /// The maximum number of users who are named before the deletion.
  private static let namedUsers = 10

  @OptionGroup var users: UsersOptions

  @Argument(help: "The users' ids, at most \(maximumUsers).")
  var uids: [String]

  @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
  var yes = false

  @Flag(help: "Print the deleted users, for programs.")
  var json = false

  func validate() throws {
    guard uids.count <= Self.maximumUsers else {
      throw ValidationError("The maximum is \(Self.maximumUsers) users in one command.")
    }
    guard uids.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("A user's id is empty.") }
  }

  func run() async throws {
    guard yes || Terminal.isThere else {
      throw CommandFailure(
        .usage,
        "The deletion is final, and there is no terminal for a confirmation. To delete the "
          + "users, add --yes.")
    }
    try await users.withUsers { users in
      let found = try await users.users(uids)
      // Compared by bytes, because Swift treats two spellings of a letter as equal.
      let known = Set(found.map { Array($0.localId.utf8) })
      if let missing = uids.first(where: { !known.contains(Array($0.utf8)) }) {
        throw CommandFailure(.refused, "There is no user \(PlainText.line(missing)). No user was deleted.")
      }
      guard yes || Terminal.confirms(question(found.map(UserDescription.init))) else {
        throw CommandFailure(.refused, "No user was deleted.")
      }
      var deleted: [String] = []
      for user in found {
        do throws(IdentityError) {
          try await users.delete(user.localId)
          deleted.append(user.localId)
        } catch {
          // Another process has deleted the user already.
          if error.refusal == .userNotFound { continue }
          let failure = CommandFailure(ofUsers: error)
          throw deleted.isEmpty
            ? failure
            : CommandFailure(.incomplete, "\(failure.message) \(Self.count(deleted.count)) deleted before.")
        }
      }
      try Terminal.print(
        json
          ? PlainText.json(JSONWriter.text(["deleted": .array(deleted.map { .string($0) })]))
          : "Deleted \(deleted.count) \(deleted.count == 1 ? "user" : "users") of \(users.caller.project.id)."
      )
    }
  }

  private static func count(_ users: Int) -> String { users == 1 ? "1 user was" : "\(users) users were" }

  private func question(_ users: [UserDescription]) -> String {
    let names = users.prefix(Self.namedUsers).map(\.title)
    let others = users.count - names.count
    return "Delete \(names.joined(separator: ", "))\(others > 0 ? " and \(others) more" : "") for good?"
  }
}
