/// A file that pages load: a style sheet, a script or an image.
public struct PageAsset: Sendable {
  public let contentType: String
  public let bytes: [UInt8]

  public init(contentType: String, bytes: [UInt8]) {
    self.contentType = contentType
    self.bytes = bytes
  }

  public static func script(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(contentType: "text/javascript; charset=utf-8", bytes: bytes)
  }

  /// A TypeScript module with the type declarations of a script.
  public static func typeDeclarations(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(contentType: "text/plain; charset=utf-8", bytes: bytes)
  }

  public static func styleSheet(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(contentType: "text/css; charset=utf-8", bytes: bytes)
  }

  public static func vectorImage(_ bytes: [UInt8]) -> PageAsset {
    PageAsset(contentType: "image/svg+xml", bytes: bytes)
  }
}
