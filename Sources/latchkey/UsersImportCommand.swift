import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

extension UserFileFormat: ExpressibleByArgument {}

struct UsersImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import users, with the hashes of their passwords.",
    discussion: """
      Reads a thousand users at a time, so the file may have any size. Skips users with invalid data, and users whose \
      id, address, number or identity belongs to another user. The output names the skipped users. All others are \
      imported. At a user's first sign-in, Latchkey replaces the imported hash with its own.

      EXAMPLES
        latchkey users import my-app users.json --hash-algo SCRYPT \\
          --hash-key-file signer-key.txt --salt-separator Bw== \\
          --rounds 8 --mem-cost 14
        latchkey users import my-app users.csv --hash-algo BCRYPT --dry-run
        latchkey users import my-app - --format json < users.json

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The file; - reads standard input.")
  var file: String

  @Option(help: "The tenant for the users. (default: the project's own users)")
  var tenant: String?

  @Option(help: "The file's format. (default: the format of its file name)")
  var format: UserFileFormat?

  @Flag(help: "Replace existing users.")
  var overwrite = false

  @Flag(help: "Show the result of an import, but import no user.")
  var dryRun = false

  @OptionGroup(title: "The hashes of the passwords")
  var hash: HashOptions

  func validate() throws {
    if format == nil, UserFileFormat(fileName: file) == nil {
      throw ValidationError("A file whose name does not end in .json or .csv needs --format.")
    }
  }

  func run() async throws {
    var request = try hash.request()
    request.allowOverwrite = overwrite
    if request.hashAlgorithm != nil {
      do throws(IdentityError) {
        try IdentityService.checkHashParameters(request)
      } catch {
        // If the key came from a file, the mistake is not on the command line.
        let isOfFile = error.refusal == .invalidHashKey && hash.keyFile != nil
        throw CommandFailure(isOfFile ? .refused : .usage, HashOptions.sentence(error))
      }
    }
    let handle = try input()
    defer { try? handle.close() }
    guard let format = format ?? UserFileFormat(fileName: file) else { return }
    let (imported, failed) = try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      let tenant = try await backend.projects.tenant(named: tenant, in: id)
      var run = UserImport(
        service: backend.service, caller: Caller(project: project, tenant: tenant, authority: .administrator),
        request: request, isTrial: dryRun)
      do {
        try await run.read(handle, format.decoder())
      } catch let failure as UserFileFailure where run.read == 0 {
        throw CommandFailure(.refused, "\(file) is not a file of users: \(failure). Nothing was imported.")
      } catch let failure as UserFileFailure {
        throw CommandFailure(
          .incomplete,
          "\(file) cannot be read after user \(run.read): \(failure). \(dryRun ? 0 : run.imported) users were imported."
        )
      } catch let error as IdentityError where run.imported > 0 && !dryRun {
        throw CommandFailure(
          .incomplete, "\(CommandFailure(error).message) \(run.imported) users were imported before.")
      }
      if run.isPartial {
        Terminal.note(
          "The file is too long to compare all its users with each other. The import may leave out others than these."
        )
      }
      return (run.imported, run.failed)
    }
    guard !dryRun else {
      try Terminal.print(
        "\(imported) \(imported == 1 ? "user" : "users") would be imported into \(id). No user was imported.")
      if failed > 0 { throw CommandFailure(.incomplete, "\(failed) users would not be imported.") }
      return
    }
    try Terminal.print("Imported \(imported) \(imported == 1 ? "user" : "users") into \(id).")
    if failed > 0 { throw CommandFailure(.incomplete, "\(failed) users were not imported.") }
  }

  private func input() throws(CommandFailure) -> FileHandle {
    if file == "-" { return .standardInput }
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory), isDirectory.boolValue {
      throw CommandFailure(.refused, "\(file) is a directory. Name the file of users.")
    }
    guard let handle = FileHandle(forReadingAtPath: file) else {
      throw CommandFailure(.refused, "The file \(file) cannot be read: \(String(cString: strerror(errno))).")
    }
    return handle
  }
}
