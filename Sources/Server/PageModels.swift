import IdentityWire
import WebPages

/// `GET /` of a development server: what runs here and how to point an app at it.
struct HomePage: Sendable {
  /// The server's address without a slash at its end, such as `http://127.0.0.1:9099`.
  var serverURL: String
  var labURL: String
  var inboxURL: String
  var sampleURL: String
  var consoleURL: String
  var projectID: String
  var apiKey: String
  var host: String
  var port: Int
  var acceptsUnsignedCredentials: Bool
}

/// The sample app.
struct SamplePage: Sendable {
  struct Provider: Sendable {
    /// The provider's id, such as `google.com` or `oidc.lab`.
    var id: String
    /// The name on the button.
    var name: String
    var kind: String
  }

  var apiKey: String
  var projectID: String
  /// The enabled providers, in the order of their buttons.
  var providers: [Provider]
  /// The provider lab's address; nil hides sign-in with a native provider credential, which it issues.
  var labURL: String?
  var inboxURL: String
  /// The address that makes the QR code of a text; see ``QRCodeRoute``.
  var qrCodeURL: String
}

/// The web flow's first page: remembers the flow in the tab and goes on to the provider.
struct HandlerStartPage: Sendable {
  var authURI: String
  /// The flow's session id. It stays in the tab's session storage and comes back with the event.
  var sessionID: String
  /// The facts about the flow for the finishing page.
  var helperState: HelperState

  /// The flow as the app requested it. The keys in the page are those of the query that started it.
  struct HelperState: Sendable {
    var apiKey: String
    /// Nil for apps that are not web apps.
    var appName: String?
    /// The `authType` of the query, word for word.
    var type: String
    var eventID: String?
    var redirectURL: String?
    var providerID: String
    var tenantID: String?

    var json: JSONValue {
      PageData([
        "apiKey": .string(apiKey), "appName": appName.map(JSONValue.string), "type": .string(type),
        "eventId": eventID.map(JSONValue.string), "redirectUrl": redirectURL.map(JSONValue.string),
        "providerId": .string(providerID), "tenantId": tenantID.map(JSONValue.string),
      ]).value
    }
  }
}

/// The reason of a failed sign-in, for the app.
struct HandlerFailure: Sendable {
  /// The code with its prefix: `auth/…`.
  var code: String
  var message: String

  var json: JSONValue { ["code": .string(code), "message": .string(message)] }
}

/// A page for a flow that could not begin. It tells the app and returns to it.
struct HandlerFailurePage: Sendable {
  var helperState: HandlerStartPage.HelperState
  var error: HandlerFailure
}

/// The page that receives a provider's callback. It builds the event, delivers it and returns to the app.
struct HandlerFinishPage: Sendable {
  /// Replaces the type that the start page remembered.
  var type: String?
  /// Nil if the page uses its own address with the fragment.
  var urlResponse: String?
  /// The form that the provider posted, word for word.
  var postBody: String?
  var tenantID: String?
  var error: HandlerFailure?
  /// The origins that the page may return to (`https://app.example`). Nil if the start page has checked that.
  var allowedRedirectOrigins: [String]?
}

/// An error page for a person, if there is no app to tell.
struct HandlerErrorPage: Sendable {
  var title: String
  var message: String
  /// The error's code, such as `auth/invalid-continue-uri`.
  var code: String?
}

/// A page that returns to a native app, where a redirect alone is not enough.
struct HandlerReturnPage: Sendable {
  /// An address with the app's own scheme. An address that cannot be navigated to is not offered.
  var returnURL: String
}

/// The frame that the web SDK inserts into an app's page. It is invisible.
struct AuthFramePage: Sendable {
  var apiKey: String
  /// Tells several apps of one page apart.
  var appName: String
  /// The hosts whose pages, and whose subdomains' pages, may load the frame.
  var authorizedDomains: [String]
  /// The server's own origins, whose pages may load the frame, too.
  var serverOrigins: [String]
  /// True if pages of the domains may use plain http. Pages of this machine always may.
  var acceptsPlainHTTP = false
  /// True if the page may not load the frame. It learns that and nothing else.
  var isRefused = false
}
