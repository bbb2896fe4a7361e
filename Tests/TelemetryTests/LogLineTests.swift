import Foundation
import Logging
import Testing

@testable import Telemetry

@Suite("Lines of a log")
struct LogLineTests {
  private static func lines(_ format: LineLogHandler.Format, _ body: (Logger) -> Void) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    defer {
      close(descriptor)
      unlink(path)
    }
    let output = LineOutput(descriptor: descriptor)
    let handler = LineLogHandler(
      format: format, level: .info, output: output, now: { Date(timeIntervalSince1970: 1_767_323_045.678) })
    body(Logger(label: "test", factory: { _ in handler }))
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("each is a JSON object with time, level and message, whatever is in it")
  func json() throws {
    let lines = try Self.lines(.json) { log in
      log.info(
        "a \"quoted\"\nmessage", metadata: ["status": .stringConvertible(200), "x": "\u{1b}[31m\u{2028}"])
      log.debug("not shown")
      log.error(
        "b", metadata: ["message": "mine", "list": ["a", .stringConvertible(2.5)], "map": ["k": "v"]])
    }
    #expect(lines.count == 2)
    let first = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
    #expect(first["time"] as? String == "2026-01-02T03:04:05.678Z")
    #expect(first["level"] as? String == "info")
    #expect(first["message"] as? String == "a \"quoted\"\nmessage")
    #expect(first["status"] as? Int == 200)
    #expect(first["x"] as? String == "\u{1b}[31m\u{2028}")
    #expect(!lines[0].unicodeScalars.contains("\u{1b}"))
    let second = try #require(
      try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
    #expect(second["message"] as? String == "b")
    #expect(second["message_"] as? String == "mine")
    #expect((second["list"] as? [Any])?.count == 2)
  }

  @Test("a line for people stays one line")
  func text() throws {
    let lines = try Self.lines(.text) { log in
      log.warning("two\nlines", metadata: ["a": "b\r\nc", "n": .stringConvertible(1)])
    }
    #expect(lines == ["2026-01-02T03:04:05.678Z WARNING two lines a=b  c n=1"])
  }

  @Test("a value that is too long is cut")
  func length() throws {
    let lines = try Self.lines(.json) { $0.info("\(String(repeating: "x", count: 100_000))") }
    #expect(lines[0].utf8.count < 3_000)
  }
}
