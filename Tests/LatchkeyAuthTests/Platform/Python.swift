import Foundation
import TestSupport

/// Another process.
final class Python {
  private let process: ChildProcess
  private let input = Pipe()
  private let output = Pipe()

  init(_ program: String, _ arguments: [String]) throws {
    process = try ChildProcess(
      URL(filePath: "/usr/bin/env"), ["python3", "-c", program] + arguments, input: .pipe(input),
      output: .pipe(output))
  }

  /// A program of this repository, with the packages that its tests have.
  init(running path: String) throws {
    process = try ChildProcess(
      SMTPServer.python, [Repository.url(path).path], input: .pipe(input),
      output: .pipe(output))
  }

  deinit { process.signal(SIGTERM) }

  func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  func readLine() -> String? {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
      line += byte
    }
    return nil
  }

  /// Its exit status.
  func end(byWriting text: String = "") -> Int32 {
    write(text)
    return process.waitForExit()
  }
}
