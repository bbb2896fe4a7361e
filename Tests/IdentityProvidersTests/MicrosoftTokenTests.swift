import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("Microsoft's ID tokens: whose they are, and which tenants may sign in")
struct MicrosoftTokenTests {
  typealias Fixture = MicrosoftFixture

  struct Row: Sendable, CustomTestStringConvertible {
    /// Of the settings.
    let tenant: String?
    /// The tenants of the tokens that pass, of Contoso's, Fabrikam's and a personal one.
    let passes: [String]
    var testDescription: String { tenant ?? "unset" }
  }

  static let rows: [Row] = [
    Row(
      tenant: nil, passes: [MicrosoftFixture.contoso, MicrosoftFixture.fabrikam, MicrosoftFixture.consumers]),
    Row(
      tenant: "common",
      passes: [MicrosoftFixture.contoso, MicrosoftFixture.fabrikam, MicrosoftFixture.consumers]),
    Row(tenant: "organizations", passes: [MicrosoftFixture.contoso, MicrosoftFixture.fabrikam]),
    Row(tenant: "consumers", passes: [MicrosoftFixture.consumers]),
    Row(tenant: MicrosoftFixture.consumers, passes: [MicrosoftFixture.consumers]),
    Row(tenant: MicrosoftFixture.contoso, passes: [MicrosoftFixture.contoso]),
    Row(tenant: "contoso.example", passes: [MicrosoftFixture.contoso]),
    // Settings that cannot be read let nobody in.
    Row(tenant: "not a tenant", passes: []),
  ]

  @Test("a token passes where its own tenant may sign in", arguments: rows)
  func tenants(row: Row) async throws {
    try await Fixture.run { microsoft in
      microsoft.documents.issuer(of: "contoso.example", is: Fixture.issuer(Fixture.contoso))
      for tenantID in [Fixture.contoso, Fixture.fabrikam, Fixture.consumers] {
        let refusal = await microsoft.refusal(Fixture.token(in: tenantID), tenant: row.tenant)
        #expect((refusal == nil) == row.passes.contains(tenantID), "\(tenantID): \(refusal ?? "accepted")")
        if let refusal {
          #expect(refusal == "INVALID_IDP_RESPONSE : The account is in a tenant that may not sign in.")
        }
      }
    }
  }

  @Test("the issuer is that of the token's own tenant, version 2.0, to the letter (T4)")
  func issuers() async throws {
    try await Fixture.run { microsoft in
      let issuers = [
        "https://login.microsoftonline.com/{tenantid}/v2.0",
        "https://login.microsoftonline.com/{tid}/v2.0",
        "https://login.microsoftonline.com/common/v2.0",
        "https://sts.windows.net/\(Fixture.contoso)/",
        "https://login.microsoftonline.com/\(Fixture.contoso)/",
        "https://login.microsoftonline.com/\(Fixture.contoso)/v2.0/",
        "https://login.microsoftonline.com/\(Fixture.contoso.uppercased())/v2.0",
        "https://login.microsoftonline.us/\(Fixture.contoso)/v2.0",
        "https://contoso.ciamlogin.com/\(Fixture.contoso)/v2.0",
        "https://\(Fixture.contoso).ciamlogin.com/\(Fixture.contoso)/v2.0",
        Fixture.issuer(Fixture.fabrikam),
        "https://login.microsoftonline.com.example/\(Fixture.contoso)/v2.0", "",
      ]
      for issuer in issuers {
        let token = Fixture.token(in: Fixture.contoso).with("iss", .string(issuer))
        for tenant in [nil, "organizations", Fixture.contoso] {
          let refusal = await microsoft.refusal(token, tenant: tenant)
          #expect(
            refusal?.hasPrefix("INVALID_IDP_RESPONSE : The issuer in ID Token") == true,
            "\(issuer): \(refusal ?? "accepted")")
        }
      }
      for tenantID: JSONValue? in [nil, "", "common", "{tenantid}", .string(Fixture.fabrikam), 1, .null] {
        let token = Fixture.token(in: Fixture.contoso).with("tid", tenantID)
        #expect(await microsoft.refusal(token) != nil, "\(tenantID ?? "missing")")
      }
    }
  }

  @Test("a key that is published for one issuer proves no other's token")
  func keyIssuers() async throws {
    for (issuer, isAccepted) in [
      ("https://login.microsoftonline.com/{tenantid}/v2.0", true),
      (Fixture.issuer(Fixture.contoso), true), (Fixture.issuer(Fixture.consumers), false),
      (Fixture.issuer(Fixture.fabrikam), false), ("https://sts.windows.net/{tenantid}/", false),
    ] {
      try await Fixture.run { microsoft in
        microsoft.documents.keyIssuer = issuer
        let refusal = await microsoft.refusal(Fixture.token(in: Fixture.contoso))
        #expect(
          refusal
            == (isAccepted
              ? nil : "INVALID_IDP_RESPONSE : The ID Token is signed by a key of another issuer."),
          "\(issuer)")
      }
    }
  }

  @Test("an access token for an interface of the app is no ID token (T9)")
  func accessTokens() async throws {
    try await Fixture.run { microsoft in
      for (name, value) in [("scp", "access_as_user"), ("azpacr", "1"), ("idtyp", "app")] {
        let token = Fixture.token(in: Fixture.contoso).with(name, .string(value))
        #expect(await microsoft.refusal(token) == "INVALID_IDP_RESPONSE : The token is not an ID Token.")
      }
    }
  }

  @Test("audience, dates, subject and nonce are checked as everywhere (T5, T6, T7)")
  func usualChecks() async throws {
    try await Fixture.run { microsoft in
      let good = Fixture.token(in: Fixture.contoso)
      let tokens = [
        good.with("aud", "app-2"), good.with("aud", "app"), good.with("aud", nil), good.with("aud", ""),
        good.with("exp", .integer(TestToken.now.seconds - 3600)), good.with("exp", nil),
        good.with("iat", nil),
        good.with("sub", nil), good.with("nonce", "unasked"), good.signed(TestKeys.other.sign),
        good.withHeader("alg", "none").signed { _ in [] },
      ]
      for token in tokens { #expect(await microsoft.refusal(token) != nil, "\(token.claims)") }
      #expect(await microsoft.refusal(good) == nil)
    }
  }

  @Test("object and tenant make the user's id; sub and address never do")
  func userID() async throws {
    try await Fixture.run { microsoft in
      let user = try await microsoft.verify(Fixture.token(in: Fixture.contoso))
      #expect(user.rawID == "\(Fixture.objectID).\(Fixture.contoso)" && user.federatedID == user.rawID)
      #expect(user.photoURL == nil && user.displayName == "Ada Lovelace")
      let other = try await microsoft.verify(Fixture.token(in: Fixture.fabrikam))
      #expect(other.rawID != user.rawID)
      let others: [JSONValue?] = [nil, "", "not-an-id", .string("\(Fixture.objectID).x"), 7]
      for other in others {
        #expect(
          await microsoft.refusal(Fixture.token(in: Fixture.contoso).with("oid", other))
            == "INVALID_IDP_RESPONSE : The ID token does not say who the user is (oid and tid).")
      }
    }
  }

  @Test("an imported link is looked for where the settings leave one tenant alone, whatever the app chose")
  func importedID() async throws {
    try await Fixture.run { microsoft in
      microsoft.documents.issuer(of: "contoso.example", is: Fixture.issuer(Fixture.contoso))
      let token = Fixture.token(in: Fixture.contoso)
      for tenant in [Fixture.contoso, "contoso.example"] {
        #expect(try await microsoft.verify(token, tenant: tenant).importedRawID == Fixture.objectID)
      }
      for tenant in [nil, "common", "organizations"] {
        #expect(try await microsoft.verify(token, tenant: tenant).importedRawID == nil)
        let chosen = try await microsoft.verify(token, tenant: tenant, chosen: Fixture.contoso)
        #expect(chosen.importedRawID == nil)
      }
      let personal = Fixture.token(in: Fixture.consumers, objectID: Fixture.personalID)
      #expect(try await microsoft.verify(personal, tenant: "consumers").importedRawID == "0123456789abcdef")
    }
  }

  // MARK: Addresses

  struct Address: Sendable {
    var tenantID = MicrosoftFixture.contoso
    var email = "ada@contoso.example"
    var vouched: JSONValue?
    let isVerified: Bool
  }

  @Test(
    "an address counts as verified where Microsoft vouches for its domain, and in its own for personal accounts",
    arguments: [
      Address(vouched: true, isVerified: true), Address(vouched: "1", isVerified: true),
      Address(vouched: "true", isVerified: true), Address(vouched: nil, isVerified: false),
      Address(vouched: false, isVerified: false), Address(vouched: "0", isVerified: false),
      Address(vouched: "false", isVerified: false), Address(vouched: "TRUE", isVerified: false),
      Address(vouched: .null, isVerified: false), Address(vouched: ["true"], isVerified: false),
      // A tenant's administrator may write any address.
      Address(email: "victim@outlook.com", vouched: nil, isVerified: false),
      Address(email: "victim@hotmail.com", vouched: false, isVerified: false),
      Address(tenantID: MicrosoftFixture.consumers, email: "ada@outlook.com", isVerified: true),
      Address(tenantID: MicrosoftFixture.consumers, email: "ada@hotmail.com", isVerified: true),
      Address(tenantID: MicrosoftFixture.consumers, email: "ada@gmail.com", isVerified: false),
      Address(tenantID: MicrosoftFixture.consumers, email: "a@outlook.com.example", isVerified: false),
    ])
  func addresses(_ row: Address) async throws {
    try await Fixture.run { microsoft in
      let token = Fixture.token(in: row.tenantID).with("email", .string(row.email))
        .with("xms_edov", row.vouched).with("email_verified", true)
      let identity = try await microsoft.verify(token)
      #expect(identity.email?.text == row.email)
      for policy in EmailTrust.Policy.allCases {
        #expect(EmailTrust.isVerified(identity, policy: policy) == row.isVerified, "\(policy)")
      }
    }
  }

  // MARK: What an app chooses

  @Test("an app chooses a tenant within the settings, and nothing beyond them")
  func choices() throws {
    let rows: [(String?, [String], [String])] = [
      (
        nil, ["common", "organizations", "consumers", Fixture.contoso, "contoso.example", "CONTOSO.example"],
        [
          "", ".", "..", "contoso", "a/b", "common/../x", "contoso.example?x", "contoso.example#", "%2e%2e",
          "contoso..example", ".example", "-a.example", "a.example-", "common ", "{tenant}", "ä.example",
          String(repeating: "a.", count: 130) + "example", "\(Fixture.contoso)/x",
        ]
      ),
      (
        "organizations", ["organizations", Fixture.contoso, "contoso.example"],
        ["common", "consumers", Fixture.consumers]
      ),
      ("consumers", ["consumers", Fixture.consumers], ["common", "organizations", Fixture.contoso]),
      (
        Fixture.contoso, [Fixture.contoso, Fixture.contoso.uppercased()],
        ["common", "organizations", "consumers", Fixture.fabrikam, "contoso.example"]
      ),
      ("contoso.example", ["contoso.example"], ["fabrikam.example", "common", Fixture.contoso]),
    ]
    for (tenant, allowed, refused) in rows {
      var settings = ProviderSettings(providerID: "microsoft.com", enabled: true, clientID: "app-1")
      settings.tenant = tenant
      for chosen in allowed {
        let narrowed = try ProviderCatalog.settings(settings, choosing: ["tenant": chosen])
        #expect(
          ProviderCatalog.endpoints(for: narrowed)?.token?.hasPrefix("https://login.microsoftonline.com/")
            == true, "\(chosen)")
        #expect(narrowed.tenant == tenant)
      }
      for chosen in refused {
        #expect(throws: IdentityError.self, "\(tenant ?? "unset"): \(chosen)") {
          try ProviderCatalog.settings(settings, choosing: ["tenant": chosen])
        }
      }
    }
  }

  // Fails when a domain's document alone says which tenant an app may choose: an app chooses any domain.
  @Test("a domain that is the tenant of personal accounts lets none in where the settings take organisations")
  func domainOfAnotherTenant() async throws {
    try await Fixture.run { microsoft in
      microsoft.documents.issuer(of: "personal.example", is: Fixture.issuer(Fixture.consumers))
      microsoft.documents.issuer(of: "contoso.example", is: Fixture.issuer(Fixture.contoso))
      let personal = Fixture.token(in: Fixture.consumers, objectID: Fixture.personalID)
      #expect(
        await microsoft.refusal(personal, tenant: "organizations", chosen: "personal.example")
          == "INVALID_IDP_RESPONSE : The account is in a tenant that may not sign in.")
      for tenant in [nil, "common", "personal.example"] {
        #expect(await microsoft.refusal(personal, tenant: tenant, chosen: "personal.example") == nil)
      }
      let work = Fixture.token(in: Fixture.contoso)
      #expect(await microsoft.refusal(work, tenant: "organizations", chosen: "contoso.example") == nil)
    }
  }

  @Test("the tenant stands in the addresses, and is no parameter of Microsoft's")
  func authorizationAddress() throws {
    var settings = ProviderSettings(providerID: "microsoft.com", enabled: true, clientID: "app-1")
    func url(_ parameters: [String: String]) throws -> String {
      var request = AuthorizationRequest(
        settings: try ProviderCatalog.settings(settings, choosing: parameters),
        redirectURI: "https://auth.example/__/auth/handler", state: "s")
      request.customParameters = parameters
      return try request.url()
    }
    let root = "https://login.microsoftonline.com/"
    #expect(try url([:]).hasPrefix(root + "common/oauth2/v2.0/authorize?client_id=app-1&"))
    let chosen = try url(["tenant": "Contoso.example", "prompt": "login"])
    #expect(chosen.hasPrefix(root + "contoso.example/oauth2/v2.0/authorize?"))
    #expect(!chosen.contains("tenant=") && chosen.contains("prompt=login"))
    settings.tenant = Fixture.contoso
    #expect(try url([:]).hasPrefix(root + Fixture.contoso + "/oauth2/v2.0/authorize?"))
  }

  @Test("an issuer of the operator's own is taken by its documents, and then it alone")
  func ownIssuer() async throws {
    try await Fixture.run { microsoft in
      var own = microsoft
      let issuer = microsoft.stub.baseURL + "/ciam"
      own.settings.endpoints.jwks = nil
      own.settings.endpoints.discovery = nil
      own.settings.endpoints.issuer = issuer
      own.documents.issuer(of: "ciam", is: issuer)
      let token = Fixture.token(in: Fixture.contoso).with("iss", .string(issuer))
      let identity = try await own.verify(token)
      #expect(identity.rawID == "\(Fixture.objectID).\(Fixture.contoso)")
      #expect(identity.importedRawID == Fixture.objectID)
      #expect(await own.refusal(Fixture.token(in: Fixture.contoso)) != nil)
      #expect(await own.refusal(token, chosen: Fixture.contoso) != nil)
      #expect(await microsoft.refusal(token) != nil)
    }
  }

  @Test("a domain whose document names no tenant lets nobody in")
  func strangeDocuments() async throws {
    for issuer in [
      "https://login.microsoftonline.com/{tenantid}/v2.0", "https://sts.windows.net/\(Fixture.contoso)/",
      "https://issuer.example", "",
    ] {
      try await Fixture.run { microsoft in
        microsoft.documents.issuer(of: "contoso.example", is: issuer)
        let refusal = await microsoft.refusal(
          Fixture.token(in: Fixture.contoso), tenant: "contoso.example")
        #expect(
          refusal == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.", "\(issuer)")
      }
    }
  }
}
