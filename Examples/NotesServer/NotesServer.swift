import ArgumentParser
import Foundation
import Hummingbird
import LatchkeyHummingbird

/// Stores each user's notes. An ID token of Latchkey identifies the user. Only the rules in `notes.rules`
/// decide what each user may do.
@main
struct NotesServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes-server", abstract: "A server of notes, guarded by security rules.")

  @Option(help: "The Latchkey server.") var server = "http://127.0.0.1:9099"
  @Option(help: "The project whose users have notes.") var project = "latchkey-dev"
  @Option(help: "The port to listen on.") var port = 8080

  func run() async throws {
    guard let url = URL(string: server) else { throw ValidationError("The server's address is no URL.") }
    let verifier = try IDTokenVerifier(project: project, server: url)
    let router = try NotesRoutes.router(verifier: verifier, store: NotesStore())
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }
}
