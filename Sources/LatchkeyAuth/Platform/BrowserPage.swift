import Foundation

/// The page that the browser shows at the end of the sign-in.
public struct BrowserPage: Sendable, Equatable {
  /// The heading.
  public var title: String
  /// A sentence below the heading.
  public var message: String
  /// A language tag (RFC 5646).
  public var language: String

  public init(
    title: String = "You can close this window",
    message: String = "The rest happens in the app that brought you here.",
    language: String = "en"
  ) {
    self.title = title
    self.message = message
    self.language = language
  }

  var html: String {
    """
    <!doctype html>
    <html lang="\(Self.escape(language))">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escape(title))</title>
    <style>
    :root { color-scheme: light dark; }
    body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem; }
    </style>
    </head>
    <body>
    <main>
    <h1>\(Self.escape(title))</h1>
    <p>\(Self.escape(message))</p>
    </main>
    </body>
    </html>

    """
  }

  private static func escape(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }
}
