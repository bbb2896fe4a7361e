import IdentityWire
import WebPages

/// Renders pages from the templates in the program. All values are escaped. Values for scripts are written as
/// ``PageData``.
struct PageRenderer: Sendable {
  /// The paths of a development server's pages, for the links between them.
  struct Paths: Sendable {
    var home = "/"
    var sample = "/sample"
    var lab = "/lab"
    var inbox = "/inbox"
    var console = "/console"

    /// The pages in the order of the menu.
    var all: [(title: String, path: String)] {
      [
        ("Home", home), ("Sample app", sample), ("Provider lab", lab), ("Inbox", inbox),
        ("Console", console),
      ]
    }
  }

  /// The templates. A process reads them once, for the first page. A test finds mistakes in them.
  static let builtIn = Result { try readTemplates() }

  let paths: Paths

  init(paths: Paths = Paths()) {
    self.paths = paths
  }

  private static func readTemplates() throws -> PageTemplates {
    try PageTemplates([
      ("layout", PackageResources.layout_mustache),
      ("home", PackageResources.home_mustache),
      ("inbox", PackageResources.inbox_mustache),
      ("sample", PackageResources.sample_mustache),
      ("sample_account", PackageResources.sample_account_mustache),
      ("sample_dialogs", PackageResources.sample_dialogs_mustache),
      ("sample_native", PackageResources.sample_native_mustache),
      ("sample_passkeys", PackageResources.sample_passkeys_mustache),
      ("sample_second_factors", PackageResources.sample_second_factors_mustache),
      ("sample_signed_out", PackageResources.sample_signed_out_mustache),
      ("action", PackageResources.action_mustache),
      ("handler", PackageResources.handler_mustache),
      ("handler_error", PackageResources.handler_error_mustache),
      ("auth_frame", PackageResources.auth_frame_mustache),
    ])
  }

  func home(_ page: HomePage) -> String {
    render("home", page, at: paths.home)
  }

  func inbox(_ page: InboxPage) -> String {
    render("inbox", InboxView(page, path: paths.inbox), at: paths.inbox)
  }

  func sample(_ page: SamplePage) -> String {
    let providers = page.providers.map { provider in
      JSONValue.object([
        "id": .string(provider.id), "name": .string(provider.name), "kind": .string(provider.kind),
      ])
    }
    return render(
      "sample", page, at: paths.sample,
      data: PageData([
        "apiKey": .string(page.apiKey), "projectId": .string(page.projectID),
        "providers": .array(providers), "labURL": page.labURL.map(JSONValue.string),
        "inboxURL": .string(page.inboxURL), "qrCodeURL": .string(page.qrCodeURL),
      ]))
  }

  func handlerStart(_ page: HandlerStartPage) -> String {
    handler(
      HandlerView(title: "Going to the sign-in page", message: "One moment, please."),
      data: PageData([
        "step": .string("start"), "authUri": .string(page.authURI), "sessionId": .string(page.sessionID),
        "sessionDigest": .string(page.sessionDigest), "helperState": page.helperState.json,
      ]))
  }

  func handlerFailure(_ page: HandlerFailurePage) -> String {
    handler(
      HandlerView(title: "Going back to the app", message: "One moment, please."),
      data: PageData([
        "step": .string("fail"), "error": page.error.json, "helperState": page.helperState.json,
      ]))
  }

  /// The page for a popup if the opener's domain is not authorized.
  func handlerRefusal(_ page: HandlerFailurePage) -> String {
    handler(
      HandlerView(title: "The sign-in cannot go on", message: page.error.message),
      data: PageData([
        "step": .string("refuse"), "error": page.error.json, "helperState": page.helperState.json,
      ]))
  }

  func handlerFinish(_ page: HandlerFinishPage) -> String {
    handler(
      page.isForCaller
        ? HandlerView(
          title: "Back to the app",
          message:
            "The app that began the sign-in goes on by itself. If nothing happens, start the sign-in again there."
        )
        : HandlerView(title: "Finishing the sign-in", message: "One moment, please."),
      data: PageData([
        "step": .string(page.isForCaller ? "caller" : "finish"), "type": page.type.map(JSONValue.string),
        "sessionDigest": page.sessionDigest.map(JSONValue.string),
        "urlResponse": page.urlResponse.map(JSONValue.string),
        "postBody": page.postBody.map(JSONValue.string), "tenantId": page.tenantID.map(JSONValue.string),
        "error": page.error?.json,
        "allowedRedirectOrigins": page.allowedRedirectOrigins.map { .array($0.map(JSONValue.string)) },
      ]))
  }

  /// The page that posts the response in its address's fragment to the handler.
  ///
  /// - Parameter error: the error to show if there is no fragment.
  func handlerFragment(error: HandlerFailure) -> String {
    handler(
      HandlerView(title: "Finishing the sign-in", message: "One moment, please."),
      data: PageData(["step": .string("fragment"), "error": error.json]))
  }

  /// The page for a browser that does not follow the redirect to the provider.
  func handlerLeave(_ page: HandlerReturnPage) -> String {
    handlerReturn(
      page,
      HandlerView(
        title: "Going to the sign-in page", message: "One moment, please.",
        link: .init(address: page.returnURL, text: "Continue to the sign-in page")))
  }

  /// The page for a browser that does not follow the redirect back to the app.
  func handlerReturn(_ page: HandlerReturnPage) -> String {
    handlerReturn(
      page,
      HandlerView(
        title: "Back to the app", message: "You can close this page once the app has opened.",
        link: .init(address: page.returnURL, text: "Continue to the app")))
  }

  /// The page for an administrator who tests a provider.
  func handlerProviderTest(_ page: HandlerReturnPage) -> String {
    handlerReturn(
      page,
      HandlerView(
        title: "Back to the console", message: "The provider has answered.",
        link: .init(address: page.returnURL, text: "Continue to the result")))
  }

  private func handlerReturn(_ page: HandlerReturnPage, _ view: HandlerView) -> String {
    guard PageLink.isNavigable(page.returnURL) else {
      return handlerError(
        HandlerErrorPage(
          title: "The sign-in cannot go on",
          message: "The app's return address is not one that can be opened.",
          code: "auth/invalid-continue-uri"))
    }
    return handler(
      view, data: PageData(["step": .string("return"), "returnURL": .string(page.returnURL)]))
  }

  func handlerError(_ page: HandlerErrorPage) -> String {
    render("handler_error", page, at: nil)
  }

  func authFrame(_ page: AuthFramePage) -> String {
    let data = PageData([
      "apiKey": .string(page.apiKey), "appName": .string(page.appName),
      "authorizedDomains": .array(page.authorizedDomains.map(JSONValue.string)),
      "serverOrigins": .array(page.serverOrigins.map(JSONValue.string)),
      "acceptsPlainHTTP": .bool(page.acceptsPlainHTTP),
      "isRefused": page.isRefused ? .bool(true) : nil,
    ])
    return render("auth_frame", page, at: nil, data: data)
  }

  func action(_ page: ActionPage) -> String {
    struct View {
      let language: String, appName: String?, title: String, paragraphs: [String], mood: String
      let hasFacts: Bool, facts: [String]
      let isResult: Bool, hasProblems: Bool, problems: [String], form: ActionPage.Form?
      let key: ActionPage.Key?, hasCodes: Bool, codes: [String]
      let continueURL: String?, continueLabel: String
      let logo: String?, style: String?, hasLinks: Bool, links: [ActionPage.Brand.Link]
    }
    let links = (page.brand?.links ?? []).filter { PageLink.isWeb($0.address) }
    let view = View(
      language: page.language, appName: page.appName, title: page.title, paragraphs: page.paragraphs,
      mood: page.mood.rawValue, hasFacts: !page.facts.isEmpty, facts: page.facts,
      isResult: page.mood != .question, hasProblems: !page.problems.isEmpty,
      problems: page.problems, form: page.form,
      key: page.key, hasCodes: !page.codes.isEmpty, codes: page.codes,
      continueURL: page.continueURL.flatMap { PageLink.isWeb($0) ? $0 : nil },
      continueLabel: page.continueLabel, logo: page.brand?.logo, style: page.brand?.style?.text,
      hasLinks: !links.isEmpty, links: links)
    return render("action", view, at: nil)
  }

  private struct HandlerView {
    struct Link { let address: String, text: String }

    let title: String
    let message: String
    var link: Link?
  }

  private func handler(_ view: HandlerView, data: PageData) -> String {
    render("handler", view, at: nil, data: data)
  }

  private struct Navigation {
    struct Link { let title: String, path: String, isCurrent: Bool }
    let links: [Link]
  }

  private struct View {
    let page: Any
    let navigation: Navigation?
    let pageData: String?
  }

  /// - Parameter path: the page's own path in the menu. Nil leaves out the menu.
  private func render(_ template: String, _ page: Any, at path: String?, data: PageData? = nil) -> String {
    let navigation = path.map { current in
      Navigation(
        links: paths.all.map { .init(title: $0.title, path: $0.path, isCurrent: $0.path == current) })
    }
    let view = View(page: page, navigation: navigation, pageData: data?.text)
    return (try? Self.builtIn.get())?.render(template, view) ?? ""
  }
}
