import IdentityWire
import TestSupport
import Testing

@Suite("The configuration of a project", .fewAtOnce)
struct ConfigRoutesTests {
  private static func patch(_ server: TestServer, _ mask: String, _ change: JSONValue) async throws
    -> TestResponse
  {
    try await server.configure("PATCH", "config?updateMask=\(mask)", change)
  }

  private static func everySetting(_ server: TestServer) async throws {
    let cases: [(mask: String, change: JSONValue)] = [
      ("signIn.email", ["signIn": ["email": ["enabled": true, "passwordRequired": true]]]),
      ("signIn.email", ["signIn": ["email": ["enabled": false, "passwordRequired": true]]]),
      ("signIn.email", ["signIn": ["email": ["enabled": true, "passwordRequired": false]]]),
      ("signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": false]]]),
      (
        "signIn.phoneNumber",
        ["signIn": ["phoneNumber": ["enabled": true, "testPhoneNumbers": ["+15555550100": "123456"]]]]
      ),
      ("signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]]),
      ("mfa", ["mfa": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]]),
      (
        "mfa.state,mfa.mandatoryFrom",
        ["mfa": ["state": "MANDATORY", "mandatoryFrom": "2027-01-31T00:00:00.000Z"]]
      ),
      (
        "mfa",
        [
          "mfa": [
            "state": "ENABLED", "enabledProviders": [],
            "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 3]]],
          ]
        ]
      ),
      (
        "mfa",
        [
          "mfa": [
            "state": "DISABLED",
            "providerConfigs": [["state": "DISABLED", "totpProviderConfig": ["adjacentIntervals": 7]]],
          ]
        ]
      ),
      ("emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]]),
      ("emailVerificationConfig", ["emailVerificationConfig": ["strict": true]]),
      (
        "sessionConfig",
        [
          "sessionConfig": [
            "refreshTokens": "ROTATING", "gracePeriodSeconds": 30, "idleLifetimeSeconds": 86_400,
            "absoluteLifetimeSeconds": 864_000,
          ]
        ]
      ),
      ("passwordHashConfig", ["passwordHashConfig": ["scheme": "ARGON2ID"]]),
      (
        "passwordPolicyConfig",
        [
          "passwordPolicyConfig": [
            "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": true,
            "passwordPolicyVersions": [
              [
                "customStrengthOptions": [
                  "minPasswordLength": 8, "maxPasswordLength": 64, "containsNumericCharacter": true,
                ]
              ]
            ],
          ]
        ]
      ),
      (
        "smsRegionConfig.allowlistOnly.allowedRegions",
        ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["VN", "JP"]], "allowByDefault": .null]]
      ),
      (
        "smsRegionConfig.allowByDefault.disallowedRegions",
        ["smsRegionConfig": ["allowByDefault": ["disallowedRegions": ["AQ"]], "allowlistOnly": .null]]
      ),
      (
        "blockingFunctions",
        [
          "blockingFunctions": [
            "triggers": ["beforeCreate": ["functionUri": "https://example.com/hook"]],
            "forwardInboundCredentials": ["idToken": true, "accessToken": false, "refreshToken": true],
          ]
        ]
      ),
      ("authorizedDomains", ["authorizedDomains": ["localhost", "app.example.com"]]),
      (
        "client.permissions",
        ["client": ["permissions": ["disabledUserSignup": true, "disabledUserDeletion": true]]]
      ),
      ("multiTenant", ["multiTenant": ["allowTenants": false, "defaultTenantLocation": "folders/1"]]),
      ("autodeleteAnonymousUsers", ["autodeleteAnonymousUsers": true]),
      ("notification", ["notification": ["defaultLocale": "vi", "sendSms": ["useDeviceLocale": true]]]),
      (
        "notification.sendEmail",
        [
          "notification": [
            "sendEmail": [
              "method": "DEFAULT", "callbackUri": "https://app.example.com/action",
              "resetPasswordTemplate": [
                "subject": "Mật khẩu", "body": "%LINK%", "bodyFormat": "PLAIN_TEXT", "customized": true,
                "senderDisplayName": "An", "replyTo": "help@example.com",
              ],
              "verifyEmailTemplate": ["body": "<a href='%LINK%'>%EMAIL%</a>", "bodyFormat": "HTML"],
              "changeEmailTemplate": ["subject": "%NEW_EMAIL%"],
              "revertSecondFactorAdditionTemplate": [
                "body": "%SECOND_FACTOR%", "bodyFormat": "PLAIN_TEXT",
              ],
            ]
          ]
        ]
      ),
      (
        "messageConfig",
        [
          "messageConfig": [
            "templates": [
              [
                "message": "sign-in", "language": "nl", "subject": "Inloggen", "text": "%LINK%",
                "html": "<a href=\"%LINK%\">Inloggen</a>",
              ],
              ["message": "sms-code", "language": "ja", "text": "コードは%LOGIN_CODE%です。"],
            ], "senders": [["message": "sign-in", "displayName": "Voorbeeld"]],
          ]
        ]
      ),
      (
        "recaptchaConfig",
        [
          "recaptchaConfig": [
            "emailPasswordEnforcementState": "AUDIT", "useAccountDefender": true,
            "managedRules": [["endScore": 0.1, "action": "BLOCK"]],
          ]
        ]
      ),
      ("monitoring.requestLogging.enabled", ["monitoring": ["requestLogging": ["enabled": true]]]),
      ("mobileLinksConfig", ["mobileLinksConfig": ["domain": "HOSTING_DOMAIN"]]),
    ]
    for (mask, change) in cases {
      let answer = try await Self.patch(server, mask, change)
      #expect(answer.status == 200, "\(mask): \(answer.text)")
      expectContains(answer.json, change, mask)
      expectContains(try await server.configure("GET", "config").json, change, mask)
    }
  }

  private static func invalidValues(_ server: TestServer) async throws {
    let cases: [(mask: String, change: JSONValue, error: String)] = [
      ("lunch", [:], "The updateMask names"),
      ("mfa", ["mfa": ["state": "SOMETIMES"]], "Invalid JSON payload"),
      (
        "mfa",
        ["mfa": ["state": "MANDATORY", "mandatoryFrom": "tomorrow", "enabledProviders": ["PHONE_SMS"]]],
        "INVALID_CONFIG"
      ),
      ("mfa", ["mfa": ["providerConfigs": [["state": "ENABLED"]]]], "INVALID_CONFIG"),
      (
        "mfa",
        [
          "mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 11]]]]
        ],
        "INVALID_CONFIG"
      ),
      (
        "passwordPolicyConfig", ["passwordPolicyConfig": ["passwordPolicyEnforcementState": "ENFORCE"]],
        "INVALID_CONFIG"
      ),
      (
        "passwordPolicyConfig",
        [
          "passwordPolicyConfig": [
            "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 5]]]
          ]
        ], "INVALID_CONFIG"
      ),
      (
        "passwordPolicyConfig",
        [
          "passwordPolicyConfig": [
            "passwordPolicyVersions": [
              ["customStrengthOptions": ["minPasswordLength": 9, "maxPasswordLength": 8]]
            ]
          ]
        ], "INVALID_CONFIG"
      ),
      (
        "smsRegionConfig",
        [
          "smsRegionConfig": [
            "allowByDefault": ["disallowedRegions": ["US"]], "allowlistOnly": ["allowedRegions": ["US"]],
          ]
        ], "INVALID_CONFIG"
      ),
      (
        "smsRegionConfig", ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["Vietnam"]]]],
        "INVALID_CONFIG"
      ),
      ("authorizedDomains", ["authorizedDomains": ["https://example.com/"]], "INVALID_DOMAIN"),
      (
        "signIn.phoneNumber.testPhoneNumbers",
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["123": "123456"]]]], "INVALID_TESTING_PHONE_NUMBER"
      ),
      (
        "signIn.phoneNumber.testPhoneNumbers",
        ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+15555550100": "12345"]]]],
        "INVALID_TESTING_PHONE_NUMBER"
      ),
      (
        "blockingFunctions.triggers", ["blockingFunctions": ["triggers": ["beforeCreate": [:]]]],
        "INVALID_BLOCKING_FUNCTION"
      ),
      (
        "blockingFunctions.triggers",
        ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "file:///etc/passwd"]]]],
        "INVALID_BLOCKING_FUNCTION"
      ),
      ("quota", ["quota": ["signUpQuotaConfig": ["quota": "1"]]], "INVALID_CONFIG"),
      (
        "quota", ["quota": ["signUpQuotaConfig": ["quota": "0", "quotaDuration": "60s"]]], "INVALID_CONFIG"
      ),
      (
        "quota",
        [
          "quota": [
            "signUpQuotaConfig": ["quota": "9", "quotaDuration": "60s", "startTime": "tomorrow"]
          ]
        ], "INVALID_CONFIG"
      ),
      ("notification", ["notification": ["sendEmail": ["method": "CUSTOM_SMTP"]]], "INVALID_CONFIG"),
      ("notification", ["notification": ["sendEmail": ["smtp": ["host": "example.com"]]]], "INVALID_CONFIG"),
      (
        "notification", ["notification": ["sendEmail": ["dnsInfo": ["useCustomDomain": true]]]],
        "INVALID_CONFIG"
      ),
      (
        "notification",
        ["notification": ["sendEmail": ["legacyResetPasswordTemplate": ["subject": "Hello"]]]],
        "INVALID_CONFIG"
      ),
      (
        "notification",
        ["notification": ["sendEmail": ["verifyEmailTemplate": ["senderLocalPart": "root"]]]],
        "INVALID_CONFIG"
      ),
      (
        "notification", ["notification": ["sendEmail": ["verifyEmailTemplate": ["body": "Hello"]]]],
        "INVALID_CONFIG : verify-email, en, text: The message says nothing without %LINK%."
      ),
      (
        "notification", ["notification": ["sendEmail": ["callbackUri": "https://evil.example/a"]]],
        "UNAUTHORIZED_DOMAIN"
      ),
      (
        "notification", ["notification": ["sendEmail": ["callbackUri": "javascript:alert(1)"]]],
        "INVALID_CONFIG"
      ),
      ("messageConfig", ["messageConfig": ["templates": [["message": "lunch"]]]], "INVALID_CONFIG"),
      (
        "messageConfig",
        ["messageConfig": ["templates": [["message": "lunch", "language": "en"]]]],
        "INVALID_CONFIG : \"lunch\" is no message."
      ),
      (
        "messageConfig",
        [
          "messageConfig": [
            "templates": [
              ["message": "sms-code", "language": "en", "text": "%LOGIN_CODE%"],
              ["message": "sms-code", "language": "EN", "text": "%LOGIN_CODE% again"],
            ]
          ]
        ], "INVALID_CONFIG : sms-code, EN appears twice."
      ),
      (
        "recaptchaConfig", ["recaptchaConfig": ["phoneEnforcementState": "ENFORCE"]],
        "INVALID_RECAPTCHA_ENFORCEMENT_STATE"
      ),
    ]
    let before = try await server.configure("GET", "config").json
    for (mask, change, error) in cases {
      let answer = try await Self.patch(server, mask, change)
      #expect(
        answer.status == 400 && answer.errorMessage?.hasPrefix(error) == true, "\(mask): \(answer.text)")
    }
    #expect(try await server.configure("GET", "config").json == before)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("without a mask the configuration becomes what is given") { try await replacement($0) },
    Behaviour("output fields are told, and changing them changes nothing") { try await outputOnly($0) },
    Behaviour("links without passwords, which the protocol cannot say, survive the change of another field") {
      try await linksAlone($0)
    },
    Behaviour("a function's date changes with its address alone") { try await triggerDate($0) },
    Behaviour("initializeAuth answers an administrator") { try await initializeAuth($0) },
    Behaviour("every setting can be changed, is answered, and is read again") { try await everySetting($0) },
    Behaviour("what cannot be is refused and nothing is changed") { try await invalidValues($0) },
  ]

  @Test("settings are read and changed as the contract says")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func replacement(_ server: TestServer) async throws {
    _ = try await Self.patch(
      server, "emailPrivacyConfig,monitoring",
      [
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
        "monitoring": ["requestLogging": ["enabled": true]],
      ])
    let answer = try await server.configure(
      "PATCH", "config", ["signIn": ["email": ["enabled": true, "passwordRequired": true]]])
    #expect(answer.status == 200)
    #expect(answer.json["emailPrivacyConfig"] == nil)
    #expect(answer.json["monitoring"] == nil)
    #expect(answer.json["signIn"]?["email"]?["passwordRequired"] == true)
    #expect(answer.json["signIn"]?["anonymous"]?["enabled"] == true)
    #expect(answer.json["authorizedDomains"] == ["localhost"])
  }

  private static func outputOnly(_ server: TestServer) async throws {
    let answer = try await Self.patch(
      server, "name,subtype,client.apiKey,signIn.hashConfig.rounds",
      [
        "name": "projects/other/config", "client": ["apiKey": "mine"],
        "signIn": ["hashConfig": ["rounds": 1]],
      ])
    #expect(answer.status == 200)
    let project = try await server.project()
    #expect(answer.json["name"] == "projects/example/config")
    #expect(answer.json["subtype"] == "IDENTITY_PLATFORM")
    #expect(answer.json["client"]?["apiKey"]?.stringValue == project.apiKeys[0])
    #expect(answer.json["client"]?["firebaseSubdomain"] == "example")
    #expect(
      answer.json["signIn"]?["hashConfig"] == [
        "algorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "saltSeparator": "Bw==",
      ])
  }

  @Test("the signer key is given to an administrator who asks for it by name alone, and the log says so")
  func signerKey() async throws {
    try await TestServer.run { server in
      let usual = try await server.configure("GET", "config?fields=signIn")
      #expect(usual.json["signIn"]?["hashConfig"]?["signerKey"] == nil)
      let asked = try await server.configure("GET", "config?fields=signIn.hashConfig.signerKey")
      let key = try #require(asked.json["signIn"]?["hashConfig"]?["signerKey"]?.stringValue)
      #expect(key.count == 88)
      #expect(server.log.text.contains("the signer key was read"))
      #expect(!server.log.text.contains(key))
      let user = try await server.send(
        "GET", "/v2/projects/example/config?fields=signIn.hashConfig.signerKey&key=key")
      #expect(user.errorMessage?.hasPrefix("INSUFFICIENT_PERMISSION") == true)
    }
  }

  private static func linksAlone(_ server: TestServer) async throws {
    try await server.changeProject { $0.signIn.passwordEnabled = false }
    _ = try await Self.patch(
      server, "signIn.allowDuplicateEmails", ["signIn": ["allowDuplicateEmails": true]])
    let settings = try await server.project().signIn
    #expect(!settings.passwordEnabled && settings.emailLinkEnabled && settings.allowDuplicateEmails)
  }

  private static func triggerDate(_ server: TestServer) async throws {
    let trigger: JSONValue = [
      "blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "https://example.com/a"]]]
    ]
    func date(_ response: TestResponse) -> String? {
      response.json["blockingFunctions"]?["triggers"]?["beforeCreate"]?["updateTime"]?.stringValue
    }
    let first = date(try await Self.patch(server, "blockingFunctions", trigger))
    server.clock.advance(seconds: 10)
    let same = date(try await Self.patch(server, "blockingFunctions,mfa", trigger))
    let other = date(
      try await Self.patch(
        server, "blockingFunctions.triggers.beforeCreate.functionUri",
        ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "https://example.com/b"]]]]))
    #expect(first != nil && first == same && other != nil && other != first)
  }

  private static func initializeAuth(_ server: TestServer) async throws {
    let answer = try await server.configure("POST", "identityPlatform:initializeAuth", [:])
    #expect(answer.status == 200 && answer.json == [:])
  }
}
