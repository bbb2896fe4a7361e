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
    /// Such as `google.com` or `oidc.lab`.
    var id: String
    /// The name on its button.
    var name: String
    var kind: String
  }

  var apiKey: String
  var projectID: String
  /// Those that are enabled, in the order of their buttons.
  var providers: [Provider]
  /// The provider lab's address; nil hides sign-in with a native provider credential, which it issues.
  var labURL: String?
  var inboxURL: String
  /// Makes the QR code of a text; see ``QRCodeRoute``.
  var qrCodeURL: String
}

/// The web flow's first page: remembers the flow in the tab and goes on to the provider.
struct HandlerStartPage: Sendable {
  var authURI: String
  /// The flow's session id; stays in the tab's session storage and comes back with the event.
  var sessionID: String
  /// What the finishing page needs to know about the flow that it ends.
  var helperState: HelperState

  /// The flow as the app asked for it. The keys in the page are those of the query that started it.
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

/// What an app shall learn of: why its sign-in came to nothing.
struct HandlerFailure: Sendable {
  /// With its prefix: `auth/…`.
  var code: String
  var message: String

  var json: JSONValue { ["code": .string(code), "message": .string(message)] }
}

/// A flow that could not begin: tells the app and goes back to it.
struct HandlerFailurePage: Sendable {
  var helperState: HandlerStartPage.HelperState
  var error: HandlerFailure
}

/// The page that a provider's callback arrives at: builds the event, hands it over and goes back to the app.
struct HandlerFinishPage: Sendable {
  /// Replaces the type that the starting page remembered.
  var type: String?
  /// Nil lets the page take its own address, fragment included.
  var urlResponse: String?
  /// The form that the provider posted, word for word.
  var postBody: String?
  var tenantID: String?
  var error: HandlerFailure?
  /// Where the page may go back to, as origins (`https://app.example`); nil leaves the check to the start.
  var allowedRedirectOrigins: [String]?
}

/// Something that a person has to read because there is nowhere to send it.
struct HandlerErrorPage: Sendable {
  var title: String
  var message: String
  /// Such as `auth/invalid-continue-uri`.
  var code: String?
}

/// The way back to an app of another program, where a redirect alone is not enough.
struct HandlerReturnPage: Sendable {
  /// An address of the app's own scheme; one that is not navigable is not offered.
  var returnURL: String
}

/// The frame that the web SDK puts into an app's page. Nobody sees it.
struct AuthFramePage: Sendable {
  var apiKey: String
  /// Tells apart the apps that one page may have.
  var appName: String
  /// Hosts, whose pages and whose subdomains' pages may have the frame.
  var authorizedDomains: [String]
  /// Origins, whose pages may have it, too.
  var serverOrigins: [String]
  /// Whether pages of the domains may come by plain http; those of this machine may always.
  var acceptsPlainHTTP = false
  /// True for a page that may not have the frame: it learns that, and nothing else.
  var isRefused = false
}
