import Foundation
import Identity
import IdentityWire

/// A form that was sent.
struct ConsoleForm: Sendable {
  struct File: Sendable {
    /// The name that the browser sent. It must not be used as a path.
    let name: String
    let contentType: String?
    let bytes: [UInt8]
  }

  private var pairs: [(name: String, value: String)]
  private var files: [(name: String, file: File)]

  init(_ pairs: [(name: String, value: String)] = [], files: [(name: String, file: File)] = []) {
    self.pairs = pairs
    self.files = files
  }

  /// - Throws: `INVALID_FORM` with 400 or 415.
  init(_ body: [UInt8], contentType: String?) throws {
    let parts = (contentType ?? "").split(separator: ";", maxSplits: 1)
    switch parts.first?.trimmingCharacters(in: .whitespaces).lowercased() {
    case "application/x-www-form-urlencoded":
      let form = FormURLEncoded(parsing: body, maximumPairs: 1_024)
      guard !form.lacksPairs else { throw MultipartReader.costly }
      self.init(form.pairs)
    case "multipart/form-data":
      self = try MultipartReader(body, parameters: parts.count > 1 ? String(parts[1]) : "").form()
    default:
      throw WireError(httpStatus: 415, code: "INVALID_FORM", detail: "This is no form of a page.")
    }
  }

  /// The last value of a name, as it was typed.
  subscript(name: String) -> String? { pairs.last { $0.name == name }?.value }

  func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  /// True if the checkbox is ticked.
  func isOn(_ name: String) -> Bool { self[name] != nil }

  /// An uploaded file; nil if none was chosen.
  func file(_ name: String) -> File? {
    files.last { $0.name == name && !($0.file.name.isEmpty && $0.file.bytes.isEmpty) }?.file
  }

  /// A text without surrounding blanks and with plain line ends; empty if nothing was typed. Passwords are
  /// read by the subscript instead, unchanged.
  ///
  /// - Parameter maximum: the length in Unicode scalars.
  /// - Throws: `FORM_FIELD_MISSING` if the form has no such field, `FORM_FIELD_TOO_LONG`.
  func text(_ name: String, maximum: Int = 512) throws -> String {
    guard let value = self[name] else { throw WireError.badRequest("FORM_FIELD_MISSING", name) }
    let text = value.replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.unicodeScalars.count <= maximum else {
      throw WireError.badRequest("FORM_FIELD_TOO_LONG", "\(name) (\(maximum))")
    }
    return text
  }

  /// - Parameters:
  ///   - label: the field's label; nil for a field that users do not fill in.
  ///   - unit: the unit of the number, if the label does not contain it.
  /// - Throws: `FORM_NUMBER_INVALID`, also if the number is out of range.
  func integer(
    _ name: String, _ range: ClosedRange<Int>, called label: String? = nil, unit: String? = nil
  ) throws -> Int {
    guard let number = Int(try text(name)), range.contains(number) else {
      let bounds = "\(range.lowerBound)–\(range.upperBound)" + (unit.map { " \($0)" } ?? "")
      throw WireError.badRequest("FORM_NUMBER_INVALID", "\(label ?? name) (\(bounds))")
    }
    return number
  }

  /// The moment of a browser's `datetime-local` field (`2026-01-31T12:00`), read as UTC; nil for an empty field.
  ///
  /// - Throws: `FORM_MOMENT_INVALID`.
  func moment(_ name: String) throws -> Instant? {
    let text = try text(name, maximum: 40)
    guard !text.isEmpty else { return nil }
    guard
      let moment = Instant(
        iso8601: text.hasSuffix("Z") ? text : text.count == 16 ? text + ":00Z" : text + "Z")
    else { throw WireError.badRequest("FORM_MOMENT_INVALID", name) }
    return moment
  }
}
