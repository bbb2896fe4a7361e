import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct UsersBatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Do the same to several users.",
    discussion: """
      The action is one of disable, enable, revoke, delete and export. revoke ends the users' sessions. export writes \
      the users into a file, as "latchkey users export" does. The ids are arguments, or lines of a file.

      Each user is handled and recorded separately. A user who does not exist, or for whom the action is refused, is \
      named, and the others are done. At a terminal, delete asks once more; elsewhere it needs --yes. Keep an exported \
      file secret: it holds the hashes of passwords.

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

  @Option(help: "A file with one user's id on each line; \"-\" is the input.")
  var file: String?

  @Option(
    help: ArgumentHelp("The file that export writes; \"-\" is the output.", valueName: "file"))
  var output: String?

  @Flag(name: [.customShort("y"), .long], help: "Do not ask.")
  var yes = false

  @Flag(help: "Print the outcome for each user, for programs.")
  var json = false

  func validate() throws {
    guard uids.isEmpty != (file == nil) else {
      throw ValidationError("Say which users: by their ids, or by --file.")
    }
    guard uids.count <= Self.maximumUsers else { throw ValidationError(Self.tooMany) }
    guard uids.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("A user's id is empty.") }
    guard (action == .export) == (output != nil) else {
      throw ValidationError("--output names the file of export, which needs it. Other actions write none.")
    }
    guard action != .export || !json else {
      throw ValidationError("export prints no outcome: leave --json out.")
    }
  }

  func run() async throws {
    let asks = action == .delete && !yes
    // Standard input that contains the ids cannot also contain the answer.
    guard !asks || (file != "-" && Terminal.isThere) else {
      throw CommandFailure(
        .usage,
        "Users are deleted for good, and there is no terminal to ask at. Say --yes to delete them.")
    }
    let ids = try chosen()
    if asks, !Terminal.confirms("Delete \(Self.count(ids.count)) of \(users.id) for good?") {
      throw CommandFailure(.refused, "Nobody was deleted.")
    }
    try await users.withUsers { users in
      let missing = action == .export ? try await export(ids, users) : try await perform(ids, users)
      guard missing > 0 else { return }
      guard missing < ids.count else { throw CommandFailure(.refused, "Nothing was done.") }
      throw CommandFailure(
        .incomplete,
        "\(Self.count(missing)) \(missing == 1 ? "was" : "were") left out; the others were done.")
    }
  }

  // MARK: The ids

  private static let tooMany = "At most \(maximumUsers) users are handled at once."

  /// The ids without duplicates.
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
    guard !ids.isEmpty else { throw CommandFailure(.refused, "There are no user ids in it.") }
    guard ids.count <= Self.maximumUsers else { throw CommandFailure(.refused, Self.tooMany) }
    return ids
  }

  /// The ids in parts of the size that one operation accepts.
  private static func parts(of ids: [String]) -> [[String]] {
    let size = IdentityService.maximumSelectedAccounts
    return stride(from: 0, to: ids.count, by: size).map { start in
      Array(ids[start..<min(start + size, ids.count)])
    }
  }

  // MARK: The actions

  /// - Returns: the number of users who were left out.
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
          // The actions on earlier users stay and must be reported. The database does not respond for the others.
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
