import ArgumentParser
import Foundation
import Tokens

struct KeysRotateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Replace the key that signs ID tokens.",
    discussion: """
      The server has one key for each signing algorithm that its projects have used. This command replaces all of them. \
      Without an option, a new key is published now and signs tokens after one hour. The old key verifies until its \
      last token has expired. A running server uses new keys within seconds.

      On a terminal, --compromised asks for confirmation, because all ID tokens end. Without a terminal, it needs --yes.

      EXAMPLES
        latchkey keys rotate
        latchkey keys rotate --immediate
        latchkey keys rotate --compromised --yes

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Flag(
    help: """
      Sign with the new key at once. Back ends that cache the public keys refuse new tokens until they fetch the \
      keys again.
      """)
  var immediate = false

  @Flag(
    help: """
      Sign with the new key at once and withdraw all other keys. This server refuses tokens with their signatures \
      now. Back ends refuse these tokens when their cached public keys expire.
      """)
  var compromised = false

  @Flag(name: [.customShort("y"), .long], help: "Do not ask for confirmation.")
  var yes = false

  func validate() throws {
    guard !(immediate && compromised) else {
      throw ValidationError("Choose one of --immediate and --compromised.")
    }
  }

  func run() async throws {
    if compromised, !yes {
      let what = "The ID tokens and session cookies of all projects end now."
      guard Terminal.isThere else {
        throw CommandFailure(.usage, "\(what) To withdraw the keys, add --yes.")
      }
      guard Terminal.confirms("\(what) Withdraw the keys?") else {
        throw CommandFailure(.refused, "No key was withdrawn.")
      }
    }
    let rotation: KeyRing.Rotation = compromised ? .compromised : immediate ? .immediate : .planned
    try await data.withBackend { backend in
      let entry: KeyRing.Entry
      do throws(KeyRing.Failure) {
        entry = try await backend.service.keyRing.rotate(rotation, now: backend.service.clock.now())
      } catch {
        throw CommandFailure(opening: nil, error)
      }
      try Terminal.print(
        "Created the key \(entry.key.keyID). It signs from \(entry.activeFrom.date.formatted(.iso8601)).\n")
      try Terminal.print(try KeysListCommand.table(backend))
    }
  }
}
