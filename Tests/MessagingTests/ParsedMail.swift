import Foundation
import TestSupport

/// A mail as another program understands it: Python's standard library.
struct ParsedMail: Decodable, Sendable {
  var subject: String
  var from: String
  var to: String
  /// Header fields by their names in lower case; several of one name are joined.
  var names: [String]
  /// By content type.
  var parts: [String: String]
  var defects: [String]

  private static let script = """
    import email, email.policy, json, sys
    mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
    parts = {p.get_content_type(): p.get_content().replace("\\r\\n", "\\n") for p in mail.walk()
             if not p.is_multipart()}
    defects = [str(d) for p in mail.walk() for d in list(p.defects)]
    defects += [str(d) for v in mail.values() for d in v.defects]
    print(json.dumps(dict(subject=mail["subject"], to=mail["to"], names=mail.keys(), parts=parts,
        defects=defects, **{"from": mail["from"]})))
    """

  init(_ content: String) async throws { try await self.init(Array(content.utf8)) }

  init(_ content: [UInt8]) async throws {
    let input = Pipe()
    let output = Pipe()
    let process = try ChildProcess(
      SMTPServer.python, ["-c", Self.script], input: .pipe(input), output: .pipe(output))
    try input.fileHandleForWriting.write(contentsOf: content)
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    await process.exitStatus()
    self = try JSONDecoder().decode(Self.self, from: data)
  }
}
