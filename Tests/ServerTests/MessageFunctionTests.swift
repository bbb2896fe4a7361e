import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Blocking functions about messages", .fewAtOnce)
struct MessageFunctionTests {
  // Fails when an answer that cannot be read lets the message pass, and when one changes more than whether it is sent.
  @Test("a function's answer lets a message pass or not, and changes nothing else")
  func answers() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        let user = try await server.verifiedUser("ada@example.com")
        try await server.setFunctions(functions, ["beforeSendEmail", "beforeSendSms"])
        try await eachCase(
          of: [
            (200, "{}", true), (200, #"{"recaptchaActionOverride":"ALLOW"}"#, true),
            (200, #"{"recaptchaActionOverride":null}"#, true),
            (200, #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#, true),
            (200, #"{"recaptchaActionOverride":"BLOCK"}"#, false),
            (200, #"{"recaptchaActionOverride":"block"}"#, false),
            (200, #"{"recaptchaActionOverride":7}"#, false),
            (200, "[]", false), (200, "", false), (204, "", false),
            (403, #"{"error":{"message":"no"}}"#, false),
            (500, "<html>", false), (302, "", false),
          ] as [(Int, String, Bool)]
        ) { status, text, isSent in
          for event in ["beforeSendEmail", "beforeSendSms"] { functions.answer(event, status: status, text) }
          let count = server.backend.inbox.messages.count
          let before = try await server.account(user.localID)
          let responses = [
            try await server.sendOob("PASSWORD_RESET", ["email": "ada@example.com"]),
            try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+15551230144"]),
          ]
          for response in responses {
            #expect(response.status == (isSent ? 200 : 400), "\(response.text)")
            let isRefusal = response.errorMessage?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE : ") == true
            #expect(isRefusal != isSent)
          }
          #expect(server.backend.inbox.messages.count == count + (isSent ? 2 : 0))
          #expect(try await server.account(user.localID) == before)
        }
      }
    }
  }

  @Test("a function that is not there lets nothing pass, and one for mails is not asked about text messages")
  func missing() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        let address = "http://127.0.0.1:\(try TestServer.freePort())/f"
        try await server.changeProject {
          $0.blockingFunctions.beforeSendSms = .init(functionURI: address, updatedAt: Instant(seconds: 1))
        }
        let refused = try await server.call(
          "accounts:sendVerificationCode", ["phoneNumber": "+15551230144"])
        #expect(
          refused.errorMessage == "BLOCKING_FUNCTION_ERROR_RESPONSE : The function could not be reached.")
        let mailed = try await server.sendOob(
          "EMAIL_SIGNIN",
          ["email": "ada@example.com", "continueUrl": "http://localhost/", "canHandleCodeInApp": true])
        #expect(mailed.status == 200)
      }
    }
  }

  // Fails when a tenant's messages are asked about as the project's own.
  @Test(
    "a function is told of the tenant, in the language and from the address of who asks, with another id each time"
  )
  func facts() async throws {
    try await FunctionServer.run { functions in
      try await TestServer.run { server in
        try await server.setFunctions(functions, ["beforeSendEmail"])
        let tenant = try await server.makeTenant()
        for _ in 0..<2 {
          let response = try await server.sendOob(
            "EMAIL_SIGNIN",
            [
              "email": "ada@example.com", "continueUrl": "http://localhost/", "canHandleCodeInApp": true,
              "tenantId": .string(tenant),
            ], headers: ["X-Firebase-Locale": "vi", "User-Agent": "Mail test"])
          #expect(response.status == 200, "\(response.text)")
        }
        let told = functions.calls("beforeSendEmail")
        #expect(told.count == 2 && told[0]["event_id"] != told[1]["event_id"])
        #expect(told[0]["tenant_id"]?.stringValue == tenant)
        #expect(told[0]["locale"] == "vi" && told[0]["user_agent"] == "Mail test")
        #expect(told[0]["ip_address"] == "127.0.0.1")
        #expect(told[0]["aud"]?.stringValue == functions.uri("beforeSendEmail"))
      }
    }
  }
}
