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
      "latchkey users import" and "firebase auth:import" read the file. "latchkey users hash-parameters" shows the \
      parameters of its hashes. As in Firebase, the file contains no secrets of authenticator apps, and no hash of an \
      imported password if the user has not signed in since the import. If the project hashes with argon2id, the file \
      contains argon2id hashes, which "firebase auth:import" refuses. JSON also contains data that Firebase's tools \
      refuse: other providers and the numbers of second factors. With --firebase, the file contains no such data, and \
      only hashes of Firebase's scrypt.

      With --firebase, users whose imported hash is still in use are written to separate files, one for each hash \
      setting, such as users-bcrypt.json next to users.json. users-hash-options.txt then contains the commands that \
      import these files, with the keys of the hashes. Standard output (-) is one file, without these hashes.

      In CSV, an apostrophe precedes each text that a spreadsheet would run as a formula. "latchkey users import" removes \
      the apostrophe. With --firebase, ids, addresses and claims have no apostrophe, because Firebase would store it. Do \
      not open such a file in a spreadsheet.

      Only you can read the file. Keep it secret: a person who has the file can guess passwords.

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

  @Argument(help: "The file to write; - writes to standard output.")
  var file: String

  @Option(help: "The tenant of the users. (default: the project's own users)")
  var tenant: String?

  @Option(help: "The file's format. (default: the format of its file name)")
  var format: UserFileFormat?

  @Flag(help: "Omit all data that \"firebase auth:import\" refuses.")
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
        "\(ExportedUserFiles.optionsPath(beside: file)) explains how to import each file. It contains keys: keep it secret"
      )
    }
    if counts.withoutHash > 0 {
      let reason =
        firebase && (names.count > 1 || counts.isHashedWithArgon2id)
        ? "Firebase does not import argon2id hashes, so these users must reset their passwords there"
        : "the hash has another scheme, and the user has not signed in since"
      Terminal.progress("\(counts.withoutHash) of them without their password: \(reason)")
    }
    if counts.scheme == .argon2id {
      Terminal.progress(
        "The hashes are argon2id: Firebase may refuse them. \"latchkey users hash-parameters\" explains how to "
          + "import them elsewhere")
    }
    if counts.withoutFactor > 0 {
      Terminal.progress("\(counts.withoutFactor) of them without one of their second factors")
    }
  }
}
