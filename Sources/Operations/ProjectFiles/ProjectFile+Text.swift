import Identity
import IdentityWire
import Settings

extension ProjectFile {
  private static let head = """
    # The settings of Latchkey's projects; docs/configuration-as-code.md describes them.
    # The file holds no secrets: it names the variable or file from which each is taken.
    # Keep the revision: it shows "latchkey project apply" that settings were changed elsewhere.

    """

  /// Returns the text of an exported file: YAML with its members always in the same order.
  public static func text(of value: JSONValue) -> String {
    head + YAMLWriter.text(value, leading: leadingNames)
  }

  /// Reads YAML or JSON.
  ///
  /// - Parameter name: the file's name for error messages.
  /// - Throws: ``ConfigurationMistakes`` with lines if the text is neither YAML nor JSON; an
  ///   ``IdentityError`` with the place for an invalid value.
  public init(text: String, name: String) throws {
    guard text.utf8.count <= Self.maximumBytes else {
      throw IdentityError.inFile(name, "A file may have at most \(Self.maximumBytes >> 20) MiB.")
    }
    // Names are hashed and compared. This is expensive for text that is not stream-safe.
    guard StreamSafeText.accepts(text) else {
      throw IdentityError.inFile(name, "A letter of the file has too many combining marks.")
    }
    var nodes = YAMLNodes(path: name)
    guard let root = try nodes.root(of: text) else { throw IdentityError.inFile(name, "The file is empty.") }
    let value = nodes.value(root)
    guard nodes.problems.isEmpty else { throw ConfigurationMistakes(nodes.problems) }
    try self.init(value)
  }
}
