import Identity
import IdentityWire
import Settings

extension ProjectFile {
  private static let head = """
    # The settings of Latchkey's projects; docs/configuration-as-code.md describes them.
    # No secret stands here: the file says from which variable or file each is taken.
    # Keep the revision. By it "latchkey project apply" notices changes made elsewhere.

    """

  /// The text of an exported file: YAML, with its members always in the same order.
  public static func text(of value: JSONValue) -> String {
    head + YAMLWriter.text(value, leading: leadingNames)
  }

  /// Reads YAML or JSON.
  ///
  /// - Parameter name: the file's name in mistakes.
  /// - Throws: ``ConfigurationMistakes`` for a text that is neither, each with its line; an ``IdentityError`` for a value that
  ///   the file may not hold, with its place.
  public init(text: String, name: String) throws {
    guard text.utf8.count <= Self.maximumBytes else {
      throw IdentityError.inFile(name, "A file may have \(Self.maximumBytes >> 20) MiB.")
    }
    // Names are hashed and compared, which such text makes costly.
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
