import Foundation
import Identity

/// The name of a scheduled copy: `latchkey-20260102T033000Z.db`, with the UTC time at which it was begun.
public struct BackupName: Sendable, Hashable {
  /// The time at which the copy was begun, in whole seconds.
  public let moment: Instant

  private static let (beginning, ending) = ("latchkey-", ".db")
  /// The suffix of a copy's name while it is made.
  static let draftEnding = ".part"

  public init(at moment: Instant) { self.moment = Instant(seconds: moment.seconds) }

  /// - Returns: nil if the text is not the name of a scheduled copy.
  public init?(_ text: String) {
    guard text.utf8.count == Self.beginning.utf8.count + 16 + Self.ending.utf8.count,
      text.hasPrefix(Self.beginning), text.hasSuffix(Self.ending)
    else { return nil }
    let stamp = Array(text.utf8.dropFirst(Self.beginning.utf8.count).prefix(16))
    func part(_ range: Range<Int>) -> String { String(decoding: stamp[range], as: UTF8.self) }
    let date = [part(0..<4), part(4..<6), part(6..<8)].joined(separator: "-")
    let time = [part(9..<11), part(11..<13), part(13..<15)].joined(separator: ":")
    guard let moment = Instant(iso8601: "\(date)T\(time)Z") else { return nil }
    self.init(at: moment)
    // Refuse other texts for the same time.
    guard self.text == text else { return nil }
  }

  /// - Returns: nil if the text is not the name of an unfinished copy, or of SQLite's journal beside it.
  init?(draft text: String) {
    for ending in [Self.draftEnding + "-journal", Self.draftEnding] where text.hasSuffix(ending) {
      self.init(String(text.dropLast(ending.count)))
      return
    }
    return nil
  }

  public var text: String {
    let digits = moment.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" }
    return "\(Self.beginning)\(digits)Z\(Self.ending)"
  }
}
