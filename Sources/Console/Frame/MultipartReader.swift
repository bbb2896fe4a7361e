import Foundation
import IdentityWire

/// Reads `multipart/form-data` (RFC 7578) as browsers write it, from a bounded body in memory.
struct MultipartReader {
  private static let maximumParts = 256
  /// The maximum size of a part's headers in bytes.
  private static let maximumHeaderBytes = 4_096

  private let body: [UInt8]
  private let parameters: String

  /// - Parameter parameters: the text after the media type.
  init(_ body: [UInt8], parameters: String) {
    self.body = body
    self.parameters = parameters
  }

  /// - Throws: `INVALID_FORM`.
  func form() throws -> ConsoleForm {
    guard let boundary = Self.parameter("boundary", of: parameters), (1...70).contains(boundary.utf8.count)
    else {
      throw Self.broken
    }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter has no line end before it.
    guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.broken }
    var position = delimiter.count - 2
    var pairs: [(name: String, value: String)] = []
    var files: [(name: String, file: ConsoleForm.File)] = []
    while !body[position...].starts(with: "--".utf8) {
      guard pairs.count + files.count < Self.maximumParts, body[position...].starts(with: "\r\n".utf8),
        let end = place(of: delimiter, from: position)
      else { throw Self.broken }
      let part = body[(position + 2)..<max(end, position + 2)]
      try read(part, into: &pairs, &files)
      position = end + delimiter.count
    }
    return ConsoleForm(pairs, files: files)
  }

  private func read(
    _ part: ArraySlice<UInt8>, into pairs: inout [(name: String, value: String)],
    _ files: inout [(name: String, file: ConsoleForm.File)]
  ) throws {
    let blank = Array("\r\n\r\n".utf8)
    guard let end = place(of: blank, in: part.prefix(Self.maximumHeaderBytes)) else { throw Self.broken }
    var headers: [String: String] = [:]
    guard let head = StreamSafeText.decode(part[part.startIndex..<end]) else { throw Self.broken }
    for line in head.components(separatedBy: "\r\n") {
      let pieces = line.split(separator: ":", maxSplits: 1)
      guard pieces.count == 2 else { throw Self.broken }
      headers[pieces[0].lowercased()] = pieces[1].trimmingCharacters(in: .whitespaces)
    }
    guard let disposition = headers["content-disposition"], disposition.lowercased().hasPrefix("form-data"),
      let name = Self.parameter("name", of: disposition)
    else { throw Self.broken }
    let content = Array(part[(end + blank.count)...])
    if let file = Self.parameter("filename", of: disposition) {
      files.append(
        (name, .init(name: file.prefix(utf8Bytes: 255), contentType: headers["content-type"], bytes: content))
      )
    } else {
      var form = FormURLEncoded()
      form.take(name, String(decoding: content.filter { $0 != 0 }, as: UTF8.self))
      guard !form.lacksPairs else { throw Self.costly }
      pairs += form.pairs
    }
  }

  /// A parameter's value without its quotes. Browsers percent-encode `"` and line ends (HTML, section
  /// 4.10.22.7).
  private static func parameter(_ name: String, of text: String) -> String? {
    var isQuoted = false
    var pieces: [[UInt8]] = [[]]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ";"), !isQuoted {
        pieces.append([])
      } else {
        pieces[pieces.count - 1].append(byte)
      }
    }
    for piece in pieces {
      let pair = String(decoding: piece, as: UTF8.self).split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else {
        continue
      }
      return pair[1].trimmingCharacters(in: .whitespaces).replacing("\"", with: "").replacing(
        "%22", with: "\"")
    }
    return nil
  }

  private func place(of needle: [UInt8], from start: Int) -> Int? {
    place(of: needle, in: body[start...])
  }

  private func place(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = needle.first else { return nil }
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: first) {
      if bytes[found...].starts(with: needle) { return found }
      start = found + 1
    }
    return nil
  }

  static let costly = WireError.badRequest(
    "INVALID_FORM", "A field has more than \(StreamSafeText.maximumNonStarters) combining marks in a row.")

  private static let broken = WireError.badRequest("INVALID_FORM", "The form did not arrive as a whole.")
}
