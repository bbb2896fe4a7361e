import IdentityWire

enum WrongUsers {
  /// Users whose data is wrong, each with the message that names why.
  static let all: [(JSONValue, String)] = [
    ([:], "localId is missing"), (["localId": ""], "localId is missing"),
    (["localId": .string(String(repeating: "x", count: 129))], "localId is invalid"),
    (["localId": "w", "tenantId": "t"], "Tenant id in userInfo does not match the tenant id in request."),
    (["localId": "w", "customAttributes": "role"], "Invalid custom claims provided."),
    (["localId": "w", "customAttributes": "[1]"], "Invalid custom claims provided."),
    (
      ["localId": "w", "customAttributes": #"{"sub":"x"}"#],
      "Custom claims provided include a reserved claim."
    ),
    (
      [
        "localId": "w",
        "customAttributes": .string("{\"x\":\"" + String(repeating: "x", count: 1_000) + "\"}"),
      ],
      "Custom claims provided are too large."
    ),
    (
      ["localId": "w", "providerUserInfo": [["providerId": "google.com"]]],
      "federatedId or (providerId & rawId) is required"
    ),
    (
      ["localId": "w", "providerUserInfo": [["rawId": "1"]]],
      "federatedId or (providerId & rawId) is required"
    ),
    (
      [
        "localId": "w",
        "providerUserInfo": [["providerId": "a.com", "rawId": "1"], ["providerId": "a.com", "rawId": "2"]],
      ],
      "providerId a.com is given more than once"
    ),
    (
      [
        "localId": "w",
        "providerUserInfo": [["providerId": "a.com", "rawId": .string(String(repeating: "1", count: 257))]],
      ],
      "providerUserInfo is too large"
    ),
    (["localId": "w", "phoneNumber": "0100"], "phone number format is invalid"),
    (["localId": "w", "email": "nowhere"], "email is invalid"),
    (
      ["localId": "w", "mfaInfo": [["phoneInfo": "+15550100"]]],
      "Second factor account requires email to be presented."
    ),
    (
      ["localId": "w", "email": "w@example.com", "mfaInfo": [["phoneInfo": "+15550100"]]],
      "Second factor account requires email to be verified."
    ),
    (
      ["localId": "w", "email": "w@example.com", "emailVerified": true, "mfaInfo": [["totpInfo": [:]]]],
      "Second factor not supported."
    ),
    (
      ["localId": "w", "email": "w@example.com", "emailVerified": true, "mfaInfo": [["phoneInfo": "0100"]]],
      "Phone number format is invalid"
    ),
    (
      [
        "localId": "w", "email": "w@example.com", "emailVerified": true,
        "mfaInfo": [["phoneInfo": "+15550100", "enrolledAt": "yesterday"]],
      ], "enrolledAt is invalid"
    ),
    (
      [
        "localId": "w", "email": "w@example.com", "emailVerified": true,
        "mfaInfo": [
          ["phoneInfo": "+15550100", "mfaEnrollmentId": "m"],
          ["phoneInfo": "+15550101", "mfaEnrollmentId": "m"],
        ],
      ], "Enrollment id already exists."
    ),
    (["localId": "w", "passwordHash": "!"], "Password hash should be base64 encoded."),
    (["localId": "w", "passwordHash": "aGFzaA==", "salt": "!"], "Password salt should be base64 encoded."),
    (
      ["localId": "w", "passwordHash": "aGFzaA=="], "Password hash or salt does not suit the hash algorithm."
    ),
    (
      ["localId": "w", "rawPassword": .string(String(repeating: "x", count: 4_097))],
      "rawPassword is too long"
    ),
    (
      ["localId": "w", "displayName": .string(String(repeating: "x", count: 1_025))],
      "displayName may have at most 1024 bytes."
    ),
  ]
}
