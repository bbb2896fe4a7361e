import Identity
import IdentityProviders
import IdentityWire
import TestSupport
import Testing

@Suite("Adding providers in the console")
struct NewProviderTests {
  private static let newOpenID = ConsoleBrowser.path("methods/new/oidc")
  private static let newSAML = ConsoleBrowser.path("methods/new/saml")

  /// As a server in production has it, unless its operator names hosts.
  private static var withoutPrivateHosts: TestServer.Options {
    var options = TestServer.Options()
    options.privateProviderHosts = []
    return options
  }

  private static func project(_ server: TestServer) async throws -> Project {
    try #require(try await server.service.projects.project(TestServer.project))
  }

  @Test("T26: an issuer is looked up at no private address, and the reason is told")
  func privateIssuers() async throws {
    try await StubListener.run { target in
      try await TestServer.run(Self.withoutPrivateHosts) { server in
        let browser = ConsoleBrowser(server)
        let issuer = try #require(try await Self.project(server).provider("oidc.lab")?.endpoints.issuer)
        let addresses = [
          issuer + "/", issuer + "/.well-known/openid-configuration", "https://127.0.0.1:\(target.port)",
          "http://127.0.0.1:\(target.port)",
          "https://localhost:\(target.port)/.well-known/openid-configuration", "https://[::1]:\(target.port)",
          "https://2130706433:\(target.port)", "file:///etc/passwd", "nonsense",
          "https://user@127.0.0.1:\(target.port)",
        ]
        for address in addresses {
          var form = try await browser.open(Self.newOpenID).form("discover-form")
          form["address"] = address
          let page = try await browser.submit(form, status: 400)
          #expect(
            page.problem?.hasPrefix("The document that the provider publishes cannot be used.") == true,
            "\(address)")
          #expect(try page.form("discover-form")["address"] == address)
        }
        for path in ["/metadata", "?x=http://127.0.0.1:1/"] {
          for scheme in ["http", "https"] {
            var form = try await browser.open(Self.newSAML).form("metadata-form")
            form["address"] = "\(scheme)://127.0.0.1:\(target.port)\(path)"
            #expect(try await browser.submit(form, status: 400).problem != nil)
          }
        }
        #expect(target.connections == 0)
      }
    }
  }

  @Test(
    "an issuer that the operator has let a provider have is looked up, and shown before anything is stored")
  func lookUp() async throws {
    try await TestServer.run(Self.withoutPrivateHosts) { server in
      let project = try await Self.project(server)
      let issuer = try #require(project.provider("oidc.lab")?.endpoints.issuer)
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.newOpenID).form("discover-form")
      form["address"] = issuer
      let page = try await browser.submit(form)
      #expect(page.element(id: "found-issuer")?.text == issuer)
      #expect(page.element(id: "found-authorization")?.text.hasPrefix(issuer) == true)
      #expect(page.element(id: "found-keys").flatMap { Int($0.text) } ?? 0 > 0)
      let create = try page.form("create-form")
      #expect(create["issuer"] == issuer && create["clientID"] == "" && create["responseType"] == "code")
      #expect(try await Self.project(server) == project)
      // Another project's leave is not this one's.
      let other = try #require(ProjectID(rawValue: "other"))
      _ = try await server.backend.administration.create(other)
      let elsewhere = try await browser.open("/console/p/other/methods/new/oidc").form("discover-form")
      var asked = elsewhere
      asked["address"] = issuer
      _ = try await browser.submit(asked, status: 400)
    }
  }

  @Test("an OpenID provider is made with the checks of the REST API")
  func openID() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await browser.open(Self.newOpenID)
      #expect(throws: TestFailure.self) { try page.form("create-form") }
      // As the page after the look-up has it.
      func create(_ fields: [String: String], status: Int = 200) async throws -> ConsoleDocument {
        var all = [
          "csrf": page.csrfToken ?? "", "id": "company", "displayName": "The company",
          "issuer": "https://login.example.com", "clientID": "web", "clientSecret": "hush-hush",
          "responseType": "code", "tokenAuthentication": "automatic", "keyID": "", "privateKey": "",
          "emailDomains": "", "enabled": "on",
        ]
        all.merge(fields) { $1 }
        if fields["enabled"] == "" { all["enabled"] = nil }
        let response = try await browser.post(
          Self.newOpenID, all.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
        if let location = response.location { return try await browser.open(location) }
        #expect(response.status == status)
        return try ConsoleDocument(response)
      }
      for (field, value, problem) in [
        ("id", "Not An Id", "not a valid provider ID"), ("id", "", "not a valid provider ID"),
        ("id", "lab", "A provider with this ID already exists"), ("issuer", "", "issuer is missing"),
        ("issuer", "http://login.example.com", "https address"), ("clientID", "", "client ID is missing"),
        ("clientSecret", "", "secret is missing"),
      ] {
        let refused = try await create([field: value], status: value == "lab" ? 409 : 400)
        #expect(refused.problem?.contains(problem) == true, "\(field): \(refused.problem ?? "")")
        #expect(try refused.form("create-form")["displayName"] == "The company")
        #expect(!refused.response.text.contains("hush-hush"))
      }
      // Also while nobody may sign in by it: the REST API could not change it otherwise.
      let incomplete = try await create(["clientSecret": "", "enabled": ""], status: 400)
      #expect(incomplete.problem?.contains("secret is missing") == true)
      let made = try await create([:])
      #expect(made.notice == "The provider was added." && made.heading.hasPrefix("The company"))
      let stored = try #require(try await Self.project(server).provider("oidc.company"))
      #expect(stored.enabled && stored.clientID == "web" && stored.responseType == .code)
      #expect(
        stored.endpoints.issuer == "https://login.example.com" && !stored.endpoints.allowPrivateAddresses)
    }
  }

  @Test("a SAML provider is made of its metadata, pasted or as a file, changed and deleted")
  func saml() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for isFile in [true, false] {
        var form = try await browser.open(Self.newSAML).form("metadata-form")
        if isFile {
          form.choose("file", name: "metadata.xml", contentType: "text/xml", SAMLSamples.metadata)
        } else {
          form["metadata"] = SAMLSamples.metadata
        }
        let read = try await browser.submit(form)
        var create = try read.form("create-form")
        #expect(create["idpEntityID"] == "https://idp.example.com/metadata")
        #expect(create["ssoURL"] == "https://idp.example.com/sso?a=1&b=2")
        #expect(create["callbackURI"] == server.origin + "/__/auth/handler")
        #expect(read.text.contains("CN=idp.example.com") && read.text.contains("1D:66:F2:C6"))
        #expect(try await Self.project(server).samlProviders.count == (isFile ? 1 : 2))
        create["id"] = isFile ? "one" : "two"
        create["displayName"] = "The company"
        create["spEntityID"] = "latchkey"
        create["enabled"] = "on"
        let made = try await browser.submit(create)
        #expect(made.notice == "The provider was added.")
      }
      let stored = try #require(try await Self.project(server).providerList.samlProvider("saml.one"))
      #expect(stored.enabled && stored.spEntityID == "latchkey" && stored.idpCertificates.count == 1)
      #expect(SAMLCertificate(pem: stored.idpCertificates[0])?.subject == "CN=idp.example.com")

      let path = ConsoleBrowser.path("methods/providers/saml.one")
      var edit = try await browser.open(path).form("provider-form").repeatable
      edit["ssoURL"] = "https://idp.example.com/other"
      edit["certificates"] = (edit["certificates"] ?? "") + "\n" + (edit["certificates"] ?? "")
      _ = try await browser.submit(edit)
      let changed = try #require(try await Self.project(server).providerList.samlProvider("saml.one"))
      #expect(changed.ssoURL == "https://idp.example.com/other" && changed.idpCertificates.count == 2)
      edit["certificates"] = "no certificate"
      #expect(try await browser.submit(edit, status: 400).problem?.contains("X.509 certificates") == true)
      edit["certificates"] = ""
      #expect(try await browser.submit(edit, status: 400).problem?.contains("without a certificate") == true)

      // Metadata fills the form of one that is there, and stores nothing.
      var again = try await browser.open(path).form("metadata-form")
      again["metadata"] = SAMLSamples.metadata
      let filled = try await browser.submit(again)
      #expect(try filled.form("provider-form")["ssoURL"] == "https://idp.example.com/sso?a=1&b=2")
      #expect(try filled.form("provider-form")["spEntityID"] == "latchkey")
      #expect(try await Self.project(server).providerList.samlProvider("saml.one") == changed)
      // Nor does what cannot be read change what stands in the form.
      again["metadata"] = "not xml"
      let unread = try await browser.submit(again, status: 400)
      let kept = try unread.form("provider-form")
      #expect(kept["ssoURL"] == changed.ssoURL && kept["spEntityID"] == "latchkey" && kept["enabled"] == "on")
      #expect(try unread.form("metadata-form")["metadata"] == "not xml")

      _ = try await browser.submit(try await browser.open(path + "/delete").form("confirm-form"))
      #expect(try await Self.project(server).samlProviders.map(\.providerID) == ["saml.lab", "saml.two"])
    }
  }

  @Test("T27: metadata with a document type, too much of it or none is refused")
  func badMetadata() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await browser.open(Self.newSAML).form("metadata-form")
      #expect(
        try await browser.submit(form, status: 400).problem?.hasPrefix("Enter an address") == true)
      for (text, problem) in [
        ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + SAMLSamples.metadata, "DOCTYPE"),
        ("not xml", "no well-formed XML"), ("<a/>", "describes no identity provider"),
        (SAMLSamples.metadata(binding: "HTTP-POST"), "by HTTP-Redirect"),
        (SAMLSamples.metadata(validUntil: "2020-01-01T00:00:00Z"), "expired by its validUntil"),
      ] {
        var form = form
        form["metadata"] = text
        let page = try await browser.submit(form, status: 400)
        #expect(page.problem?.contains(problem) == true)
        #expect(try page.form("metadata-form")["metadata"] == text)
        #expect(try page.form("create-form")["callbackURI"] == server.origin + "/__/auth/handler")
      }
      var large = form
      large.choose("file", name: "x.xml", String(repeating: " ", count: SAMLMetadata.maximumLength + 1))
      #expect(try await browser.submit(large, status: 400).problem?.contains("larger than") == true)
      var huge = form
      huge.choose("file", name: "x.xml", String(repeating: " ", count: 3 << 20))
      _ = try await browser.submit(huge, status: 413)
    }
  }
}
