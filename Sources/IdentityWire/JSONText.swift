import Foundation

/// Writes JSON for people and files: indented, with members sorted by name.
public enum JSONText {
  public static func pretty(_ value: JSONValue) -> String {
    let compact = Data(JSONWriter.text(value).utf8)
    guard let object = try? JSONSerialization.jsonObject(with: compact),
      let data = try? JSONSerialization.data(
        withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    else { return String(decoding: compact, as: UTF8.self) }
    return String(decoding: data, as: UTF8.self)
  }
}
