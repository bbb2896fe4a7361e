import Foundation
import SecurityRules
import Settings

/// A file of a Firebase project: JSON with comments, as the official tools read it. It keeps line numbers.
struct FirebaseFile {
  /// The place of a value in a file.
  struct Place: Sendable, Equatable {
    var path: String
    /// The line's number, from 1.
    var line: Int

    /// The place, as text for a sentence.
    var text: String { "\(path) line \(line)" }
  }

  struct Entry {
    /// The key path, such as `emulators.auth.port`.
    var key: String
    var value: CommentedJSON.Value
    var place: Place
  }

  let path: String
  private let source: SourceText
  private let root: CommentedJSON.Value

  /// True for a file or a link to one; false for a directory.
  static func exists(at path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory.boolValue
  }

  /// - Throws: a failure with the line and advice, if the file cannot be read or is not JSON.
  init(at path: String) throws(CommandFailure) {
    self.path = path
    let data: Data
    do {
      data = try FileCheck.contents(of: path, maximumBytes: CommentedJSON.maximumBytes)
    } catch {
      throw CommandFailure(
        .configuration,
        "\(path) cannot be read: \(error.reason). Correct this, or run the command in another directory tree."
      )
    }
    source = SourceText(String(decoding: data, as: UTF8.self))
    do {
      root = try CommentedJSON.parse(source.bytes, as: .file)
    } catch {
      throw CommandFailure(
        .configuration,
        "\(path) line \(source.position(of: error.span.start).line) is not JSON: \(error.message) "
          + (error.suggestion ?? "Correct this line or the line before it."))
    }
  }

  /// - Parameter keys: the path from the outermost object.
  /// - Returns: nil if the value is missing or `null`.
  /// - Throws: a failure if a value on the path is not an object.
  func entry(_ keys: String...) throws(CommandFailure) -> Entry? {
    var found = Entry(key: "", value: root, place: place(root.span))
    for key in keys {
      // If a name is repeated, the last one counts, as in the official tools.
      guard let member = try members(of: found).last(where: { $0.key.text == key }) else { return nil }
      found = Entry(
        key: found.key.isEmpty ? key : "\(found.key).\(key)", value: member.value,
        place: place(member.key.span))
      if case .other("null", _) = member.value { return nil }
    }
    return found
  }

  /// The members of an object.
  ///
  /// - Throws: a failure if the value is not an object.
  func members(of entry: Entry) throws(CommandFailure) -> [CommentedJSON.Member] {
    guard case .object(let members, _) = entry.value else {
      throw mistake(
        at: entry.place, "\(entry.key.isEmpty ? "The file" : entry.key) must be an object.",
        "Write it in braces, or remove it.")
    }
    return members
  }

  /// - Returns: nil if the value is not a text.
  func text(_ value: CommentedJSON.Value) -> String? {
    if case .string(let text) = value { text.text } else { nil }
  }

  /// The port in a value. Like the official tools, it accepts a number or a text of digits.
  func port(_ value: CommentedJSON.Value) -> Int? {
    let digits: String
    switch value {
    case .string(let text): digits = text.text
    case .other("a number", let span): digits = source.text(span)
    default: return nil
    }
    return Int(digits).flatMap { (1...65_535).contains($0) ? $0 : nil }
  }

  func place(_ span: SourceSpan) -> Place { Place(path: path, line: source.position(of: span.start).line) }

  func mistake(at place: Place, _ sentence: String, _ remedy: String) -> CommandFailure {
    CommandFailure(.configuration, "\(place.text): \(sentence) \(remedy)")
  }
}
