import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations

struct UsersExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export users, with the hashes of their passwords.",
    discussion: """
      "latchkey users import" and "firebase auth:import" read the file; "latchkey users hash-parameters" shows the \
      parameters of its hashes. As in Firebase, it has no hash of an imported password whose user has not signed in \
      since, and no secret of an authenticator app. If the project hashes with argon2id, the file holds argon2id \
      hashes, which "firebase auth:import" refuses. JSON also holds data that Firebase's tools refuse: other providers \
      and the numbers of second factors. With --firebase the file has none of that, and only hashes of Firebase's \
      scrypt.

      With --firebase, users whose imported hash is still in use go into separate files, one for each hash setting, \
      such as users-bcrypt.json beside users.json. users-hash-options.txt then holds the commands that import them, \
      with the keys of the hashes. An output ("-") is one file, without those hashes.

      In CSV an apostrophe precedes each text that a spreadsheet would run as a formula; "latchkey users import" \
      removes it. With --firebase, ids, addresses and claims have no apostrophe, because Firebase would keep it. Do \
      not open such a file in a spreadsheet.

      Only you can read the file. Keep it so: whoever has it can guess passwords.

      EXAMPLES
        latchkey users export my-app users.json
        latchkey users export my-app users.csv
        latchkey users export my-app users.json --firebase
        latchkey users export my-app - --format json | gpg -e > users.json.gpg

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The file; \"-\" is the output.")
  var file: String

  @Option(help: "The tenant of the users. (default: the project's own users)")
  var tenant: String?

  @Option(help: "The file's format. (default: as its name ends)")
  var format: UserFileFormat?

  @Flag(help: "Leave out everything that \"firebase auth:import\" refuses.")
  var firebase = false

  func validate() throws {
    if format == nil, UserFileFormat(fileName: file) == nil {
      throw ValidationError("A file whose name does not end in .json or .csv needs --format.")
    }
  }

  func run() async throws {
    guard let format = format ?? UserFileFormat(fileName: file) else { return }
    let (counts, names) = try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      let tenant = try await backend.projects.tenant(named: tenant, in: id)
      let caller = Caller(project: project, tenant: tenant, authority: .administrator)
      var files = ExportedUserFiles(main: try OutputFile(file), path: file)
      var export = UserExporter(
        service: backend.service, caller: caller, format: format, isForFirebase: firebase,
        splitsByHash: firebase && files.areRegular)
      while let pieces = try await export.nextPieces() {
        try files.write(pieces, of: export.parts)
        if !export.isOver { Terminal.progress("\(export.exported) users exported") }
      }
      try files.finish(export.parts)
      return (export, files.names)
    }
    let users = counts.exported == 1 ? "user" : "users"
    Terminal.progress("Exported \(counts.exported) \(users) of \(id)")
    for (part, name) in zip(counts.parts, names).dropFirst() {
      Terminal.progress(
        "\(part.exported) of them into \(name): their passwords are hashed with \(part.hashing?.algorithm ?? "")"
      )
    }
    if names.count > 1 {
      Terminal.progress(
        "\(ExportedUserFiles.optionsPath(beside: file)) tells how to import each file. It holds keys: keep it secret"
      )
    }
    if counts.withoutHash > 0 {
      let reason =
        firebase && (names.count > 1 || counts.isHashedWithArgon2id)
        ? "Firebase imports no argon2id hashes, and they have to reset it there"
        : "its hash is in another scheme, and they have not signed in since"
      Terminal.progress("\(counts.withoutHash) of them without their password: \(reason)")
    }
    if counts.scheme == .argon2id {
      Terminal.progress(
        "The hashes are argon2id: Firebase may not take them. \"latchkey users hash-parameters\" tells how to import "
          + "them elsewhere")
    }
    if counts.withoutFactor > 0 {
      Terminal.progress("\(counts.withoutFactor) of them without a second factor of theirs")
    }
  }
}
