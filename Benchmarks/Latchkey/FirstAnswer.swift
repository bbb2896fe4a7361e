import ArgumentParser
import Foundation

/// A command for `latchkey exec` to run. It signs a user up at the server that its environment names, and prints the
/// time of the answer.
struct FirstAnswer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "first-answer", abstract: "Ask the server of \(variable) once.", shouldDisplay: false)

  private static let variable = "FIREBASE_AUTH_EMULATOR_HOST"

  func run() throws {
    let host = ProcessInfo.processInfo.environment[Self.variable] ?? ""
    guard let port = host.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw CommandFailure(description: "\(Self.variable) names no port")
    }
    let status = LoopbackProbe.status(
      port: port, path: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any",
      posting: #"{"returnSecureToken":true}"#)
    guard status == 200 else {
      throw CommandFailure(description: "the server answered \(status.map(String.init) ?? "nothing")")
    }
    print(MonotonicClock.nanoseconds)
  }
}
