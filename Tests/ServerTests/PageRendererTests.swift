import Foundation
import IdentityWire
import TestSupport
import Testing
import WebPages

@testable import Server

@Suite("Pages", .fewAtOnce)
struct PageRendererTests {
  /// Ends elements, attributes and scripts, and hides a quote under a combining mark.
  static let hostile =
    "</script><img src=x onerror=alert(1)>\"'&\u{2028}\u{2029} \"\u{301} onclick=\"alert(2)"

  let renderer: PageRenderer

  init() throws {
    _ = try PageRenderer.builtIn.get()
    renderer = PageRenderer()
  }

  /// Each page with `text` wherever a page can have text.
  func pages(_ text: String) -> [String: String] {
    [
      "home": renderer.home(
        HomePage(
          serverURL: text, labURL: text, inboxURL: text, sampleURL: text, consoleURL: text, projectID: text,
          apiKey: text, host: text, port: 9099, acceptsUnsignedCredentials: true)),
      "inbox": inbox(text),
      "sample": renderer.sample(
        SamplePage(
          apiKey: text, projectID: text, providers: [.init(id: text, name: text, kind: text)], labURL: text,
          inboxURL: text, qrCodeURL: text)),
      "handlerStart": renderer.handlerStart(
        HandlerStartPage(
          authURI: text, sessionID: text, sessionDigest: text,
          helperState: .init(
            apiKey: text, appName: text, type: text, eventID: text, redirectURL: text, providerID: text,
            tenantID: text))),
      "handlerFinish": renderer.handlerFinish(
        HandlerFinishPage(
          type: text, urlResponse: text, postBody: text, tenantID: text,
          error: .init(code: text, message: text), allowedRedirectOrigins: [text])),
      "handlerFailure": renderer.handlerFailure(
        HandlerFailurePage(
          helperState: .init(
            apiKey: text, appName: text, type: text, eventID: text, redirectURL: text, providerID: text,
            tenantID: text),
          error: .init(code: text, message: text))),
      "handlerError": renderer.handlerError(HandlerErrorPage(title: text, message: text, code: text)),
      "handlerLeave": renderer.handlerLeave(HandlerReturnPage(returnURL: "app-1://x?\(text)")),
      "handlerReturn": renderer.handlerReturn(HandlerReturnPage(returnURL: "app-1://x?\(text)")),
    ]
  }

  func inbox(_ text: String) -> String {
    var filter = InboxFilter()
    filter.recipient = text
    filter.tenant = text
    filter.page = 2
    return renderer.inbox(
      InboxPage(
        messages: [
          .init(
            id: 1, kind: .mail, to: text, tenant: text, subject: text, body: text, hasHTML: true, code: text,
            links: [text, "https://a.example/\(text)"], sentAt: text)
        ], filter: filter, tenants: [text], hasOlder: true))
  }

  /// The text between the page-data tags.
  func pageData(_ page: String) throws -> String {
    let start = try #require(page.range(of: "id=\"page-data\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test("T34: no value on any page can leave the text, attribute or script that it is in")
  func hostileValues() throws {
    for (name, page) in pages(Self.hostile) {
      var markup = page
      if page.contains("id=\"page-data\">") {
        let data = try pageData(page)
        markup = page.replacingOccurrences(of: data, with: "")
        for text in ["<", ">", "&", "\u{2028}", "\u{2029}"] {
          #expect(!data.containsBytes(of: text), "\(name): \(text) in the data")
        }
      }
      for text in ["<img src=x", "</script><img", "onerror=alert(1)>", "\"\u{301}", "\"'"] {
        #expect(!markup.containsBytes(of: text), "\(name): \(text) in the markup")
      }
    }
  }

  @Test("Every page is a whole document with one title, one main part and nothing left of the template")
  func documents() {
    for (name, page) in pages("value") {
      #expect(page.hasPrefix("<!doctype html>"), "\(name)")
      #expect(page.components(separatedBy: "<title>").count == 2, "\(name)")
      #expect(page.components(separatedBy: "<main ").count == 2, "\(name)")
      #expect(page.components(separatedBy: "<h1").count == 2, "\(name)")
      #expect(!page.contains("{{"), "\(name)")
    }
  }

  @Test("Pages load their own files only, and each file that a page or a script names is there")
  func assets() throws {
    let reference = /(?:src|href)="\/__\/(?:latchkey|auth\/assets|auth)\/([^"]+)"|from "\.\/([^"]+)"/
    var named: [String] = []
    for (name, page) in pages("value") {
      named += page.matches(of: reference).compactMap { ($0.1 ?? $0.2).map(String.init) }
      #expect(page.firstMatch(of: /(?:src|href)="(?:https?:)?\/\//) == nil || name == "inbox", "\(name)")
      #expect(
        page.firstMatch(of: /<script(?! type="(?:module" src|application\/json" id)="?)/) == nil, "\(name)")
      #expect(page.firstMatch(of: /<style|\sstyle=|\son[a-z]+=/) == nil, "\(name)")
    }
    let frame = renderer.authFrame(
      AuthFramePage(apiKey: "value", appName: "value", authorizedDomains: [], serverOrigins: []))
    named += frame.matches(of: reference).compactMap { ($0.1 ?? $0.2).map(String.init) }
    for asset in PageAsset.all.values {
      let source = String(decoding: asset.bytes, as: UTF8.self)
      named += source.matches(of: reference).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }
    #expect(Set(named) == Set(PageAsset.all.keys))
  }

  @Test("Data for scripts reads back as it was, whatever is in it")
  func pageDataRoundTrip() throws {
    let page = renderer.handlerFinish(HandlerFinishPage(urlResponse: Self.hostile, postBody: "a=1&b=<2>"))
    let data = try pageData(page)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    #expect(object["urlResponse"] as? String == Self.hostile)
    #expect(object["postBody"] as? String == "a=1&b=<2>")
    #expect(object["step"] as? String == "finish")
    #expect(Set(object.keys) == ["step", "urlResponse", "postBody"])
  }

  @Test("The starting page carries the helper state under the names of the query")
  func helperState() throws {
    let page = renderer.handlerStart(
      HandlerStartPage(
        authURI: "http://127.0.0.1/authorize", sessionID: "s", sessionDigest: "d",
        helperState: .init(
          apiKey: "k", appName: "[DEFAULT]", type: "signInViaRedirect", eventID: nil,
          redirectURL: "http://127.0.0.1/sample", providerID: "apple.com", tenantID: nil)))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(try pageData(page).utf8)) as? [String: Any])
    let expected = [
      "apiKey": "k", "appName": "[DEFAULT]", "type": "signInViaRedirect",
      "redirectUrl": "http://127.0.0.1/sample", "providerId": "apple.com",
    ]
    #expect(object["helperState"] as? [String: String] == expected)
  }

  @Test(
    "A return address that a browser would run is not offered",
    arguments: [
      "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", " javascript:x", "java\nscript:x",
      "x",
    ])
  func returnAddress(address: String) {
    let page = renderer.handlerReturn(HandlerReturnPage(returnURL: address))
    #expect(page.contains("auth/invalid-continue-uri"))
    #expect(!page.contains("handler-continue"))
    #expect(!page.contains("page-data"))
  }

  @Test("A return address of an app is offered as a link and to the script")
  func appReturnAddress() throws {
    let address = "com.googleusercontent.apps.1-a://firebaseauth/link?deep_link_id=x&y=1"
    let page = renderer.handlerReturn(HandlerReturnPage(returnURL: address))
    #expect(
      page.contains("href=\"com.googleusercontent.apps.1-a://firebaseauth/link?deep_link_id=x&amp;y=1\""))
    #expect(try pageData(page).contains("\\u0026y=1"))
  }

  @Test("A message's address that is no web address is text, not a link")
  func messageLinks() {
    let page = renderer.inbox(
      InboxPage(messages: [
        .init(
          id: 1, kind: .sms, to: "+1", body: "b", links: ["javascript:alert(1)", "https://a.example/"],
          sentAt: "now")
      ]))
    #expect(!page.contains("href=\"javascript:"))
    #expect(page.contains("<code id=\"link-1-0\">javascript:alert(1)</code>"))
    #expect(page.contains("href=\"https://a.example/\""))
  }

  @Test("The empty inbox says what will appear in it")
  func emptyInbox() {
    #expect(renderer.inbox(InboxPage(messages: [])).contains("inbox-empty"))
    #expect(!pages("value")["inbox", default: ""].contains("inbox-empty"))
  }

  @Test("Home names the other pages and how to keep the SDK's own warnings out of the app's page")
  func home() {
    let page = renderer.home(
      HomePage(
        serverURL: "http://127.0.0.1:1", labURL: "/lab", inboxURL: "/inbox", sampleURL: "/sample",
        consoleURL: "/console", projectID: "p", apiKey: "k", host: "127.0.0.1", port: 1,
        acceptsUnsignedCredentials: false))
    for path in ["/lab", "/inbox", "/sample", "/console"] {
      #expect(page.components(separatedBy: "href=\"\(path)\"").count > 2, "\(path)")
    }
    #expect(page.contains("connectAuthEmulator(auth, \"http://127.0.0.1:1\", { disableWarnings: true });"))
  }

  @Test("The warning about unsigned credentials is on the home page exactly when they are accepted")
  func unsignedNotice() {
    for accepts in [true, false] {
      let page = renderer.home(
        HomePage(
          serverURL: "http://127.0.0.1:1", labURL: "", inboxURL: "", sampleURL: "", consoleURL: "",
          projectID: "p", apiKey: "k", host: "127.0.0.1", port: 1, acceptsUnsignedCredentials: accepts))
      #expect(page.contains("unsigned-notice") == accepts)
    }
  }
}

extension String {
  /// Compares bytes: Swift's own search would take a quote under a combining mark for another character.
  fileprivate func containsBytes(of text: String) -> Bool {
    Data(utf8).range(of: Data(text.utf8)) != nil
  }
}
