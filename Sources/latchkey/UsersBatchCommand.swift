import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct UsersBatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Perform an action on several users.",
    discussion: """
      The actions are disable, enable, revoke, delete and export. revoke ends the users' sessions. export writes the \
      users to a file, as "latchkey users export" does. Give the users' ids as arguments, or as lines of a file.

      The action runs for each user separately, and the audit log records each user separately. The output names the \
      users who do not exist or for whom the action failed. On a terminal, delete asks for confirmation; without a \
      terminal, it needs --yes. Keep an exported file secret: it contains password hashes.

      EXAMPLES
        latchkey users batch my-app disable ann bob
        latchkey users batch my-app revoke --file ids.txt
        latchkey users batch my-app delete --file ids.txt --yes
        latchkey users batch my-app export ann bob --output users.json

      \(ExitStatus.help)
      """)

  enum Action: String, CaseIterable, ExpressibleByArgument {
    case disable, enable, revoke, delete, export
  }

  static let maximumUsers = 1_000
  /// The maximum size of a file of ids. An id has at most 128 bytes, and a line end follows it.
  private static let maximumFileBytes = maximumUsers * 132

  @OptionGroup var users: UsersOptions

  @Argument(help: "The action.")
  var action: Action

  @Argument(help: "The users' ids, at most \(maximumUsers).")
  var uids: [String] = []

  @Option(help: "A file with one user's id on each line; - reads standard input.")
  var file: String?

  @Option(
    help: ArgumentHelp("The file that export writes; - writes to standard output.", valueName: "file"))
  var output: String?

  @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
  var yes = false

  @Flag(help: "Print the outcome for each user, for programs.")
  var json = false

  func validate() throws {
    guard uids.isEmpty != (file == nil) else {
      throw ValidationError("Name the users with their ids or with --file.")
    }
    guard uids.count <= Self.maximumUsers else { throw ValidationError(Self.tooMany) }
    guard uids.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("A user's id is empty.") }
    guard (action == .export) == (output != nil) else {
      throw ValidationError("export needs --output. Other actions write no file.")
    }
    guard action != .export || !json else {
      throw ValidationError("export prints no outcome. Omit --json.")
    }
  }

  func run() async throws {
    let asks = action == .delete && !yes
    // If standard input contains the ids, it cannot also contain the answer.
    guard !asks || (file != "-" && Terminal.isThere) else {
      throw CommandFailure(
        .usage,
        "The deletion is final, and there is no terminal for a confirmation. To delete the users, add --yes.")
    }
    let ids = try chosen()
    if asks, !Terminal.confirms("Delete \(Self.count(ids.count)) of \(users.id) for good?") {
      throw CommandFailure(.refused, "No user was deleted.")
    }
    try await users.withUsers { users in
      let missing = action == .export ? try await export(ids, users) : try await perform(ids, users)
      guard missing > 0 else { return }
      guard missing < ids.count else { throw CommandFailure(.refused, "Nothing was done.") }
      throw CommandFailure(
        .incomplete,
        "\(Self.count(missing)) \(missing == 1 ? "was" : "were") skipped. The action succeeded for all others."
      )
    }
  }

  // MARK: The ids

  private static let tooMany = "The maximum is \(maximumUsers) users in one command."

  /// Returns the ids without duplicates.
  private func chosen() throws(CommandFailure) -> [String] {
    var lines = uids
    if let file {
      let text = try InputText.read(file, maximumBytes: Self.maximumFileBytes, as: "list of user ids")
      // Splits at Unicode scalars: one character may contain a line end and the scalar after it.
      lines = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0) }
    }
    // Compared by bytes, because Swift treats two spellings of a letter as equal.
    var seen: Set<[UInt8]> = []
    let ids = lines.filter { seen.insert(Array($0.utf8)).inserted }
    guard !ids.isEmpty else { throw CommandFailure(.refused, "The list contains no user ids.") }
    guard ids.count <= Self.maximumUsers else { throw CommandFailure(.refused, Self.tooMany) }
    return ids
  }

  /// Splits the ids into parts that one operation accepts.
  private static func parts(of ids: [String]) -> [[String]] {
    let size = IdentityService.maximumSelectedAccounts
    return stride(from: 0, to: ids.count, by: size).map { start in
      Array(ids[start..<min(start + size, ids.count)])
    }
  }

  // MARK: The actions

  /// - Returns: the number of users who were skipped.
  private func perform(_ ids: [String], _ users: UserAdministration) async throws -> Int {
    var results: [BatchActionResponse.Result] = []
    var outage: IdentityError?
    for part in Self.parts(of: ids) {
      if outage == nil {
        do throws(IdentityError) {
          results += try await users.perform(action.wire, on: part)
          continue
        } catch {
          guard !results.isEmpty else { throw error }
          // The actions on earlier users are done and must be reported. The database did not respond for the later users.
          outage = error
        }
      }
      results += part.map { .init(localId: $0, status: .failed, message: outage?.message) }
    }
    let failures = results.filter { $0.status != .done }
    let done = results.count - failures.count
    if json {
      try Terminal.print(
        PlainText.json(String(decoding: BatchActionResponse(results: results).bytes, as: UTF8.self)))
    } else {
      if done > 0 { try Terminal.print(summary(of: done, in: users)) }
      for failure in failures {
        Terminal.note("\(failure.localId): \(failure.message ?? "There is no such user.")")
      }
    }
    return failures.count
  }

  private func summary(of done: Int, in users: UserAdministration) -> String {
    let whom = "\(Self.count(done)) of \(users.caller.project.id)."
    return switch action {
    case .disable: "Disabled \(whom)"
    case .enable: "Enabled \(whom)"
    case .revoke: "Ended the sessions of \(whom)"
    case .delete: "Deleted \(whom)"
    case .export: "Exported \(whom)"
    }
  }

  /// - Returns: the number of users who are not in the file.
  private func export(_ ids: [String], _ users: UserAdministration) async throws -> Int {
    guard let output else { return ids.count }
    var accounts: [Account] = []
    for part in Self.parts(of: ids) { accounts += try await users.exportedAccounts(part) }
    let found = Set(accounts.map { Array($0.id.rawValue.utf8) })
    if !accounts.isEmpty {
      let file = try OutputFile(output)
      try file.write(IdentityService.file(of: accounts, showsHashes: true, users.caller))
      try file.finish()
      Terminal.progress(summary(of: accounts.count, in: users))
    }
    let missing = ids.filter { !found.contains(Array($0.utf8)) }
    for id in missing { Terminal.note("\(id): There is no such user.") }
    return missing.count
  }

  private static func count(_ users: Int) -> String { users == 1 ? "1 user" : "\(users) users" }
}

extension UsersBatchCommand.Action {
  fileprivate var wire: BatchActionRequest.Action {
    switch self {
    case .disable: .disable
    case .enable: .enable
    case .revoke: .revoke
    case .delete: .delete
    case .export: .export
    }
  }
}
