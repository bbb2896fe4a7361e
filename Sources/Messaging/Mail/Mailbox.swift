import Foundation

/// The sender of a mail or the receiver of its replies: an address, and the name beside it.
public struct Mailbox: Sendable, Hashable {
  public var name: String?
  public var address: MailAddress

  public init(name: String? = nil, address: MailAddress) {
    self.name = name
    self.address = address
  }

  /// Reads `Example <noreply@example.com>`, with or without quotation marks around the name. Also reads an address
  /// without a name.
  public init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.utf8.count <= 512, !HeaderText.hasControls(text) else { return nil }
    guard text.hasSuffix(">"), let start = text.lastIndex(of: "<") else {
      guard let address = MailAddress(text) else { return nil }
      self.init(address: address)
      return
    }
    guard let address = MailAddress(String(text[text.index(after: start)...].dropLast())) else { return nil }
    var name = text[..<start].trimmingCharacters(in: .whitespaces)
    if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") {
      name = String(name.dropFirst().dropLast())
    }
    guard !name.contains(where: { "<>\"\\".contains($0) }) else { return nil }
    self.init(name: name.isEmpty ? nil : name, address: address)
  }

  /// The text for a header: `"Example" <noreply@example.com>`.
  var header: String {
    guard let name, let phrase = HeaderText.phrase(name) else { return address.text }
    let separator = phrase.utf8.count + address.text.utf8.count > 60 ? "\r\n " : " "
    return "\(phrase)\(separator)<\(address.text)>"
  }
}
