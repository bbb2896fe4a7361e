import Identity
import IdentityProviders
import IdentityWire
import TestSupport
import Testing

@Suite("A SAML provider's page in the console")
struct SAMLProviderPageTests {
  private static let path = ConsoleBrowser.path("methods/providers/saml.lab")

  private static func stored(_ server: TestServer) async throws -> SAMLProviderSettings {
    let project = try await server.service.projects.project(TestServer.project)
    return try #require(project?.providerList.samlProvider("saml.lab"))
  }

  @Test("every setting is stored, shown again and taken away")
  func settings() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let before = try await Self.stored(server)
      var form = try await browser.open(Self.path).form("provider-form").repeatable
      let unchanged = form
      let texts = [
        "emailAttribute": "mail", "nameAttribute": "cn", "photoAttribute": "photo",
        "groupsAttribute": "memberOf",
        "groupsClaim": "teams", "unsolicitedPage": server.origin + "/sample",
        "emailDomains": "example.com\nexample.org", "discoveryDomains": "example.com",
        "signInAttributes": "mail\ndepartment",
      ]
      for (name, text) in texts { form[name] = text }
      form["forceAuthn"] = "on"
      #expect(try await browser.submit(form, status: 400).problem?.contains("forceAuthn") == true)
      form["forceAuthn"] = nil
      form["signRequest"] = "on"
      form["allowSHA1"] = "on"
      _ = try await browser.submit(form)
      let stored = try await Self.stored(server)
      #expect(stored.attributes.email == "mail" && stored.attributes.displayName == "cn")
      #expect(stored.attributes.photoURL == "photo" && stored.attributes.groups == "memberOf")
      #expect(stored.attributes.groupsClaim == "teams")
      #expect(stored.attributes.signInAttributes == ["mail", "department"])
      #expect(stored.emailDomains == ["example.com", "example.org"])
      #expect(stored.discoveryDomains == ["example.com"])
      #expect(stored.unsolicitedPage == server.origin + "/sample")
      #expect(stored.signsRequest && stored.allowsSHA1)
      let page = try await browser.open(Self.path)
      let shown = try page.form("provider-form")
      for (name, text) in texts { #expect(shown[name] == text, "\(name)") }
      #expect(shown["signRequest"] == "on" && shown["allowSHA1"] == "on")
      #expect(page.text.contains("Signatures with SHA-1 are accepted."))
      _ = try await browser.submit(unchanged)
      #expect(try await Self.stored(server) == before)
    }
  }

  @Test("a domain that leads to another provider, a page elsewhere and an address that is none are refused")
  func refused() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let before = try await Self.stored(server)
      let form = try await browser.open(Self.path).form("provider-form").repeatable
      for (name, text) in [
        ("unsolicitedPage", "https://elsewhere.example/"), ("ssoURL", "ftp://idp.example.com"),
        ("metadataURL", "no address"), ("emailDomains", "not a domain"), ("spEntityID", ""),
      ] {
        var form = form
        form[name] = text
        #expect(try await browser.submit(form, status: 400).problem != nil, "\(name)")
      }
      #expect(try await Self.stored(server) == before)
    }
  }

  @Test("what the provider is told is there to copy, and is what the metadata says")
  func addresses() async throws {
    try await TestServer.run { server in
      let page = try await ConsoleBrowser(server).open(Self.path)
      let address = try #require(page.element(id: "saml-metadata")?.text)
      let metadata = try await server.send("GET", address)
      #expect(
        metadata.status == 200 && metadata.headers.first(name: "content-type")?.contains("saml") == true)
      for id in ["saml-entity-id", "redirect-uri-1"] {
        let value = try #require(page.element(id: id)?.text)
        #expect(metadata.text.contains("\"\(value)\""), "\(id) \(value)")
      }
      #expect(page.element(id: "keys-title") == nil, "no request is signed")
    }
  }

  @Test("the key of signed requests is changed in two steps")
  func keys() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.path).form("provider-form")
      form["signRequest"] = "on"
      let signing = try await browser.submit(form)
      let first = try #require(signing.element(id: "saml-certificate-1")?.text)
      #expect(first.hasPrefix("-----BEGIN CERTIFICATE-----"))
      #expect(
        signing.element(id: "saml-certificate-2") == nil && signing.element(id: "change-key-form") == nil)
      let prepared = try await browser.submit(try signing.form("prepare-key-form"))
      #expect(prepared.notice?.hasPrefix("The next key is published.") == true)
      let second = try #require(prepared.element(id: "saml-certificate-2")?.text)
      #expect(prepared.element(id: "saml-certificate-1")?.text == first && second != first)
      let changed = try await browser.submit(try prepared.form("change-key-form"))
      #expect(changed.element(id: "saml-certificate-1")?.text == second)
      #expect(changed.element(id: "saml-certificate-2")?.text == first)
    }
  }

  @Test("metadata is read from an address, which is kept to read it again")
  func metadataAddress() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(ConsoleBrowser.path("methods/new/saml")).form("metadata-form")
      form["address"] = server.origin + "/lab/saml/metadata"
      var create = try await browser.submit(form).form("create-form")
      #expect(create["metadataURL"] == server.origin + "/lab/saml/metadata")
      #expect(create["idpEntityID"] == server.origin + "/lab/saml/metadata")
      create["id"] = "again"
      create["enabled"] = "on"
      #expect(try await browser.submit(create).notice == "The provider was added.")
      let project = try await server.service.projects.project(TestServer.project)
      let stored = try #require(project?.providerList.samlProvider("saml.again"))
      #expect(stored.metadata?.url == server.origin + "/lab/saml/metadata")
      #expect(stored.idpCertificates == (try await Self.stored(server)).idpCertificates)
    }
  }

  @Test("a fault of the provider is told by its check, in the administrator's language")
  func fault() async throws {
    try await TestServer.run { server in
      for (language, words, evidence) in [
        (
          "en", "The assertion was meant for another address.",
          "The assertion has the expected issuer."
        ),
        ("ja", "応答は別のアドレス宛てです。", "期待した発行元のアサーションです。"),
        (
          "vi", "Phản hồi dành cho địa chỉ khác.", "Assertion do đúng bên phát hành mong đợi cấp."
        ),
      ] {
        let browser = ConsoleBrowser(server, headers: ["Accept-Language": language])
        let leave = try await browser.submit(try await browser.open(Self.path + "/test").form("test-form"))
        let flow = AuthUriFlow(providerID: "saml.lab", authURI: try leave.link("leave"), sessionID: "")
        let back = try await server.bring(try await server.authorize(flow, ["lab_fault": "wrong-recipient"]))
        let page = try await browser.open(try #require(back.pageData["returnURL"]?.stringValue))
        #expect(page.text.contains(words), "\(page.text)")
        #expect(page.text.contains(evidence), "\(page.text)")
      }
    }
  }
}
