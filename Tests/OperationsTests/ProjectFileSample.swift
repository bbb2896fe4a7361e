import Identity
import IdentityWire
import Secrets
import TestSupport

/// Settings of every kind in a file, and the environment that its export needs.
enum ProjectFileSample {
  private static let certificate =
    "-----BEGIN CERTIFICATE-----\n\(SAMLSamples.certificate)\n-----END CERTIFICATE-----\n"

  /// Settings of every kind, beside the apps and providers of a development server.
  private static let settings: JSONValue = [
    "displayName": "Über app", "tokenIssuer": "https://auth.example.com/a", "emailTrust": "providerClaim",
    "config": [
      "authorizedDomains": ["localhost", "app.example.com"],
      "passwordPolicyConfig": [
        "passwordPolicyEnforcementState": "ENFORCE",
        "passwordPolicyVersions": [
          ["customStrengthOptions": ["minPasswordLength": 10, "containsNumericCharacter": true]]
        ],
      ],
      "mfa": [
        "state": "MANDATORY", "enabledProviders": ["PHONE_SMS"],
        "providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 2]]],
      ],
      "smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["VN", "JP"]]],
      "sessionConfig": [
        "refreshTokens": "ROTATING", "gracePeriodSeconds": 30, "idleLifetimeSeconds": 86_400,
      ],
      "quota": [
        "signUpQuotaConfig": ["quota": "5", "startTime": "2026-01-01T00:00:00Z", "quotaDuration": "86400s"]
      ],
      "blockingFunctions": [
        "triggers": [
          "beforeCreate": ["functionUri": "https://functions.example.com/create"],
          "beforeSendEmail": ["functionUri": "https://functions.example.com/mail"],
          "beforeSendSms": ["functionUri": "https://functions.example.com/sms"],
        ],
        "forwardInboundCredentials": ["idToken": true],
      ],
      "notification": [
        "defaultLocale": "vi", "sendEmail": ["callbackUri": "https://app.example.com/action"],
        "sendSms": ["useDeviceLocale": true],
      ],
      "messageConfig": [
        "templates": [
          [
            "message": "verify-email", "language": "vi", "subject": "%APP_NAME%: xin chào",
            "text": "Chào bạn,\n\n  %LINK%\n",
          ]
        ],
        "senders": [["message": "verify-email", "displayName": "Our \"app\""]],
      ],
      "passwordHashConfig": ["scheme": "ARGON2ID"], "emailVerificationConfig": ["strict": true],
      "autodeleteAnonymousUsers": true,
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
    ],
    "passkeys": [
      "rpId": "localhost", "expectedOrigins": ["http://localhost:3000"], "countsAsTwoFactors": false,
      "refusesCopies": false, "maximumPasskeys": 3,
    ],
    "captcha": [
      "provider": "TURNSTILE", "siteKey": "0x4AAA", "secret": ["fromEnvironment": "CAPTCHA"],
      "passwordReset": "AUDIT", "sms": "ENFORCE", "workBits": 17, "hostnames": ["app.example.com"],
    ],
    "mailServer": [
      "host": "smtp.example.com", "port": 465, "securityMode": "SSL", "username": "app",
      "password": ["fromEnvironment": "MAIL"], "senderEmail": "noreply@example.com", "senderName": "Our app",
      "replyTo": "help@example.com",
    ],
    "smsGateway": [
      "gateway": "WEBHOOK", "url": "https://sms.example.com/send", "secret": ["fromEnvironment": "SMS"],
    ],
    "branding": [
      "displayName": "Brand", "color": "#1a56db", "termsUrl": "https://example.com/terms",
      "logo": "iVBORw0KGgoAAAAAAAAAAA==",
    ],
    "providers": [
      "saml.company": [
        "enabled": true, "displayName": "Company", "forceAuthn": true,
        "idpConfig": [
          "idpEntityId": "https://idp.example.com", "ssoUrl": "https://idp.example.com/sso",
          "signRequest": true,
          "idpCertificates": [["x509Certificate": .string(certificate)]],
        ],
        "spConfig": ["spEntityId": "my-app", "callbackUri": ""],
        "attributeMapping": ["email": "mail", "groups": "memberOf"],
      ],
      "oidc.company": [
        "enabled": true, "displayName": "Company", "clientId": "web", "issuer": "https://login.example.com",
        "responseType": ["code": true], "clientSecret": ["fromEnvironment": "COMPANY"],
        "audiences": ["native"], "trustedEmailDomains": ["example.com"], "revokeOnDeletion": true,
        "endpoints": ["jwks": "https://login.example.com/keys"],
      ],
      "oauth.company": [
        "enabled": true, "displayName": "Company", "clientId": "web", "responseType": ["code": true],
        "clientSecret": ["fromEnvironment": "COMPANY"], "tokenEndpointAuthMethod": "client_secret_post",
        "trustedEmailDomains": ["example.com"], "revokeOnDeletion": true,
        "oauth2Config": [
          "authorizationEndpoint": "https://login.example.com/authorize",
          "tokenEndpoint": "https://login.example.com/token",
          "userInfoEndpoint": "https://login.example.com/me",
          "userEmailsEndpoint": "https://login.example.com/mails",
          "revocationEndpoint": "https://login.example.com/revoke", "scopes": ["profile", "mail"],
          "scopeSeparator": ",", "pkce": false, "profileRequest": "query",
          "profile": ["userId": "data.id", "email": "data.mail", "displayName": "data.name"],
        ],
        "endpoints": ["issuer": "https://login.example.com"],
      ],
      "google.com": [
        "enabled": true, "clientId": "google", "clientSecret": ["fromEnvironment": "COMPANY"],
        "whitelistedAudiences": ["native"], "revokeOnDeletion": true,
      ],
      "microsoft.com": [
        "enabled": false, "clientId": "microsoft", "clientSecret": ["fromEnvironment": "COMPANY"],
        "tenant": "organizations",
      ],
    ],
    "webhooks": [
      "crm": [
        "url": "https://hooks.example.com/crm", "kinds": ["user.created", "user.deleted"],
        "description": "Our customers", "includesUser": false, "secret": ["fromEnvironment": "WEBHOOK"],
      ],
      "stock": [
        "url": "https://hooks.example.com/stock", "enabled": false, "secret": ["fromEnvironment": "WEBHOOK"],
      ],
    ],
    "tenants": [
      "customer-a": [
        "phoneSignIn": true,
        "config": [
          "displayName": "Customer A", "allowPasswordSignup": true, "enableAnonymousUser": false,
          "testPhoneNumbers": ["+15555550100": "123456"],
        ],
        "providers": [
          "github.com": [
            "enabled": true, "clientId": "tenant-client", "clientSecret": ["fromEnvironment": "GITHUB"],
          ]
        ],
      ]
    ],
  ]

  static let webhookSecret = "whsec_plJ3nmyCDGBKInavdOK15jslZh+MbB4Y"
  private static let variables = [
    "COMPANY": "company secret", "GITHUB": "github secret", "WEBHOOK": webhookSecret,
    "CAPTCHA": "0x4AAA-captcha-secret", "MAIL": "mail password", "SMS": "a-secret-of-enough-letters",
  ]

  static func fill(_ server: TestServer) async throws {
    try await server.apply(settings, overwrites: true, variables: variables)
  }

  /// The environment that a whole export needs, with the secrets that are stored.
  static func environment(of server: TestServer) async throws -> [String: String] {
    let project = try await server.project()
    var all: [String: String] = [:]
    func add(_ list: ProviderList, in scope: Scope) throws {
      for settings in list.providers {
        let secrets = try server.backend.projects.secrets(of: settings, in: scope)
        let tail = ([scope.project.rawValue] + (scope.tenant.map { [$0.rawValue] } ?? [])).joined(
          separator: "_")
        func name(_ kind: String) -> String {
          "\(settings.providerID)_\(kind)_\(tail)".uppercased().map {
            $0.isLetter || $0.isNumber ? String($0) : "_"
          }
          .joined()
        }
        all[name("CLIENT_SECRET")] = secrets.clientSecret?.reveal()
        all[name("PRIVATE_KEY")] = secrets.privateKey?.reveal()
      }
    }
    for name in ["CRM", "STOCK"] { all["WEBHOOK_SECRET_\(name)_EXAMPLE"] = webhookSecret }
    try add(project.providerList, in: Scope(project: project.id))
    if project.captcha.sealedSecret != nil { all["CAPTCHA_SECRET_EXAMPLE"] = variables["CAPTCHA"] }
    if project.mailServer?.sealedPassword != nil { all["MAIL_PASSWORD_EXAMPLE"] = variables["MAIL"] }
    if project.smsGateway?.sealedSecret != nil { all["SMS_SECRET_EXAMPLE"] = variables["SMS"] }
    for tenant in try await server.backend.projects.tenants(in: project.id, after: nil, limit: 10) {
      try add(tenant.providerList, in: tenant.scope)
    }
    return all
  }
}
