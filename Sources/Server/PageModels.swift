import IdentityWire
import WebPages

/// `GET /` of a development server: shows what runs here and how to connect an app to it.
struct HomePage: Sendable {
  /// The server's address without a final slash, such as `http://127.0.0.1:9099`.
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
  /// The provider lab's address. If nil, the page hides sign-in with a native credential, which the lab issues.
  var labURL: String?
  var inboxURL: String
  /// The address that draws the QR code of a text; see ``QRCodeRoute``.
  var qrCodeURL: String
}

/// The first page of the web flow. It stores the flow in the tab and redirects to the provider.
struct HandlerStartPage: Sendable {
  var authURI: String
  /// The flow's session id. It stays in the tab's session storage, and the event contains it.
  var sessionID: String
  /// The digest of the session id. The tab keeps it and compares it at the end with ``HandlerFinishPage/sessionDigest``.
  /// The script makes no digest, because browsers have none for pages over plain http.
  var sessionDigest: String
  /// The data of the flow for its last page.
  var helperState: HelperState

  /// The flow as the app requested it. The page uses the same keys as the query that started the flow.
  struct HelperState: Sendable {
    var apiKey: String
    /// Nil for apps that are not web apps.
    var appName: String?
    /// The `authType` of the query, unchanged.
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

/// The reason of a failed sign-in, as the app receives it.
struct HandlerFailure: Sendable {
  /// The code with its prefix: `auth/…`.
  var code: String
  var message: String

  var json: JSONValue { ["code": .string(code), "message": .string(message)] }
}

/// A page for a flow that could not begin. It reports the error to the app and returns to the app.
struct HandlerFailurePage: Sendable {
  var helperState: HandlerStartPage.HelperState
  var error: HandlerFailure
}

/// The page that receives a provider's callback. It makes the event, delivers it and returns to the app.
struct HandlerFinishPage: Sendable {
  /// Replaces the type that the first page stored.
  var type: String?
  /// The provider's response as one address; nil for an error.
  var urlResponse: String?
  /// The form that the provider posted, unchanged.
  var postBody: String?
  var tenantID: String?
  var error: HandlerFailure?
  /// The origins to which the page may return (`https://app.example`). Nil if the first page has checked the origin.
  var allowedRedirectOrigins: [String]?
  /// The digest of the flow's session. Only the tab that began this flow delivers the response. Nil for an error without
  /// a known flow, which any tab may deliver.
  var sessionDigest: String?
  /// True if the flow has no page in this browser. Then the response is never delivered to a flow of the tab: the caller of
  /// `accounts:createAuthUri` reads it from the page.
  var isForCaller = false
}

/// An error page for the user, if no app can receive the error.
struct HandlerErrorPage: Sendable {
  var title: String
  var message: String
  /// The error's code, such as `auth/invalid-continue-uri`.
  var code: String?
}

/// A page that returns to a native app. It is used where a redirect alone is not enough.
struct HandlerReturnPage: Sendable {
  /// An address with the app's own scheme. If browsers must not navigate to it, the page does not link to it.
  var returnURL: String
}

/// The frame that the web SDK inserts into an app's page. It is invisible.
struct AuthFramePage: Sendable {
  var apiKey: String
  /// The app's name. It distinguishes several apps of one page.
  var appName: String
  /// The hosts whose pages may load the frame. Pages of their subdomains may load it, too.
  var authorizedDomains: [String]
  /// The server's own origins, whose pages may load the frame, too.
  var serverOrigins: [String]
  /// True if pages of the domains may use plain http. Pages of this machine may always use plain http.
  var acceptsPlainHTTP = false
  /// True if the page may not load the frame. The page learns no other fact.
  var isRefused = false
}
