import ArgumentParser
import Identity
import IdentityWire
import Operations
import Passwords

struct UsersHashParametersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash-parameters",
    abstract: "Show the hash parameters of a project's passwords.",
    discussion: """
      You need the parameters to import an exported file elsewhere. The signer key is a secret: a person who has the key \
      and the hashes can guess passwords.

      EXAMPLES
        latchkey users hash-parameters my-app

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      if project.passwordHashing.scheme == .argon2id, case .argon2(let argon2) = PasswordHasher.argon2id {
        try Terminal.print(
          """
          New passwords are hashed with argon2id. Firebase may not import these hashes. For "latchkey users import":
            --hash-algo ARGON2 --argon2-type ARGON2_ID --rounds \(argon2.iterations) \
            --mem-cost \(argon2.memoryCost) --parallelization \(argon2.parallelism) --dk-len \(argon2.hashLength)

          The files of "latchkey users export --firebase" contain the other hashes, of users who have not signed in since:

          """)
      }
      let algorithm = PasswordHasher.firebaseScrypt(signerKey: try backend.projects.signerKey(of: project))
      guard case .firebaseScrypt(let key, let separator, let rounds, let memoryCost) = algorithm else {
        return
      }
      try Terminal.print(
        """
        hash_config {
          algorithm: SCRYPT,
          base64_signer_key: \(Base64Bytes.standard(key)),
          base64_salt_separator: \(Base64Bytes.standard(separator)),
          rounds: \(rounds),
          mem_cost: \(memoryCost),
        }
        """)
    }
  }
}
