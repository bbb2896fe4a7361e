import Foundation
import IdentityWire
import TestSupport

/// A person at a headless Chromium. One browser serves all tests, one address at a time.
actor Chromium {
  static let shared = Chromium()

  enum Decision: Sendable {
    case choose(String)
    case deny
    /// Opens the address, and that is all.
    case look
  }

  struct Seen: Sendable {
    let answer: JSONValue
    var title: String? { answer["title"]?.stringValue }
    var scopes: [String] { answer["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    var parameters: [String: JSONValue] { answer["parameters"]?.objectValue ?? [:] }
  }

  /// The interpreter that has selenium.
  private static let interpreter = Repository.url(".venv-tests/bin/python").path()

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: interpreter) }
  static let absence = "The browser's tests need what `make deps` installs."

  private struct Pipes {
    let process: ChildProcess
    let input: FileHandle
    let output: FileHandle
  }

  private var pipes: Pipes?

  func visit(_ url: URL, _ decision: Decision) throws -> Seen {
    let pipes = try self.pipes ?? start()
    self.pipes = pipes
    var order: [String: JSONValue] = ["url": .string(url.absoluteString)]
    switch decision {
    case .choose(let person): order["person"] = .string(person)
    case .deny: order["deny"] = true
    case .look: break
    }
    try pipes.input.write(contentsOf: Data((JSONWriter.text(.object(order)) + "\n").utf8))
    let seen = Seen(answer: try JSONParser().parse(Self.line(from: pipes.output)))
    if let error = seen.answer["error"]?.stringValue { throw TestFailure("the browser: \(error)") }
    return seen
  }

  /// It ends when its input does, which is with this process.
  private func start() throws -> Pipes {
    let (input, output) = (Pipe(), Pipe())
    let process = try ChildProcess(
      URL(filePath: Self.interpreter), [Repository.root.path() + "Tests/Browser/person.py"],
      input: .pipe(input),
      output: .pipe(output))
    return Pipes(
      process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading)
  }

  private static func line(from handle: FileHandle) throws -> String {
    var line = Data()
    while let byte = try handle.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
      line += byte
    }
    throw TestFailure("the browser ended")
  }
}
