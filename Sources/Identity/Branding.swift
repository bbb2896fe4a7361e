import Foundation

/// The look of the server's pages and mails for a project's users.
public struct Branding: Sendable, Equatable, Codable {
  /// A small picture. Pages and mails contain its data, so that they load nothing from elsewhere.
  public struct Logo: Sendable, Equatable {
    public enum Format: String, Sendable, CaseIterable {
      case png, jpeg, webp

      public var mediaType: String { "image/\(rawValue)" }
    }

    public static let maximumBytes = 65_536

    public let format: Format
    public let bytes: [UInt8]

    /// Recognises a picture's format by its first bytes. Nil if the format is unknown, or the picture is empty or too
    /// large. SVG is refused, because it can contain scripts.
    public init?(_ bytes: [UInt8]) {
      guard (16...Self.maximumBytes).contains(bytes.count), let format = Self.format(of: bytes) else {
        return nil
      }
      self.format = format
      self.bytes = bytes
    }

    private static func format(of bytes: [UInt8]) -> Format? {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
      if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
      if bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) { return .webp }
      return nil
    }
  }

  public static let maximumNameLength = 100
  public static let maximumLinkLength = 2_048

  /// The name that users see in place of the project's.
  public var name: String?
  public var logo: Logo?
  public var colour: BrandColour?
  /// The https address of the terms of service.
  public var termsURL: String?
  /// The https address of the privacy policy.
  public var privacyURL: String?

  public init() {}

  public var isEmpty: Bool { self == Branding() }
}

/// Stored as base64.
extension Branding.Logo: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let logo = Branding.Logo(base64: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no picture")
    }
    self = logo
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(base64)
  }

  /// Nil if the text is not base64, or if ``init(_:)`` refuses the picture.
  public init?(base64 text: String) {
    guard text.utf8.count <= (Self.maximumBytes + 2) / 3 * 4, let data = Data(base64Encoded: text) else {
      return nil
    }
    self.init(Array(data))
  }

  public var base64: String { Data(bytes).base64EncodedString() }

  /// The picture as a `data:` URL, which contains the picture's bytes.
  public var dataURL: String { "data:\(format.mediaType);base64,\(base64)" }
}

/// The colour of buttons and links, written as `#rrggbb`.
public struct BrandColour: Sendable, Hashable, Codable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  /// The lowest contrast of text and its background (WCAG 2.2, 1.4.3).
  static let requiredContrast = 4.5

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Nil unless the text is exactly `#` and six hexadecimal digits.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"),
      bytes.dropFirst().allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let colour = BrandColour(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no colour"))
    }
    self = colour
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var text: String {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "#" + digits.joined()
  }

  /// Black or white, whichever is easier to read on this colour. One of them always has enough contrast.
  public var foreground: BrandColour {
    let (black, white) = (
      BrandColour(red: 0, green: 0, blue: 0), BrandColour(red: 255, green: 255, blue: 255)
    )
    return contrast(to: white) >= Self.requiredContrast || contrast(to: white) >= contrast(to: black)
      ? white : black
  }

  /// Returns this colour, or the nearest lighter or darker colour that can be read on a background.
  public func readable(on background: BrandColour) -> BrandColour {
    let target: UInt8 = background.luminance > 0.18 ? 0 : 255
    for step in 0...20 {
      let mixed = mixed(with: target, twentieths: step)
      if mixed.contrast(to: background) >= Self.requiredContrast { return mixed }
    }
    return mixed(with: target, twentieths: 20)
  }

  /// The contrast of two colours, from 1 to 21 (WCAG 2.2).
  public func contrast(to other: BrandColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private func mixed(with target: UInt8, twentieths: Int) -> BrandColour {
    func mix(_ part: UInt8) -> UInt8 {
      UInt8((Int(part) * (20 - twentieths) + Int(target) * twentieths) / 20)
    }
    return BrandColour(red: mix(red), green: mix(green), blue: mix(blue))
  }

  private var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Converts a component of an sRGB colour by a cubic approximation. The approximation needs no power function, and
  /// its error is below 0.001.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value * (value * (value * 0.305306011 + 0.682171111) + 0.012522878)
  }
}
