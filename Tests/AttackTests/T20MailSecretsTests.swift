import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("T20: mailed codes in answers, logs and the database", .fewAtOnce)
struct T20MailSecretsTests {
  // Fails when sendOobCode answers with the code, or artifacts are stored under their own text.
  @Test("a code is seen by nobody but the mail's reader")
  func codes() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        let ann = try await server.signUp("ann@example.com")
        var answers: [TestResponse] = []
        answers.append(try await server.sendOob("PASSWORD_RESET", ["email": "ann@example.com"]))
        answers.append(try await server.sendOob("EMAIL_SIGNIN", ["email": "ann@example.com"]))
        answers.append(try await server.sendOob("VERIFY_EMAIL", ["idToken": .string(ann.idToken)]))
        answers.append(
          try await server.sendOob(
            "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(ann.idToken), "newEmail": "new@example.com"]))
        answers.append(
          try await server.call(
            "accounts:update", ["idToken": .string(ann.idToken), "email": "moved@example.com"]))
        let mails = server.mails
        #expect(mails.count == 5)
        for mail in mails {
          answers.append(try await server.resetPassword(mail.code, to: nil))
          answers.append(try await server.apply(oobCode: mail.code + "A"))
          answers.append(try await server.signInWithLink(mail.code, email: "nobody@example.com"))
        }
        for mail in mails {
          for answer in answers {
            #expect(!answer.text.contains(mail.code), "\(mail.requestType): \(answer.text)")
          }
          #expect(!server.log.text.contains(mail.code), "\(mail.requestType) in the log")
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
          let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + file))
          for mail in mails {
            #expect(bytes.range(of: Data(mail.code.utf8)) == nil, "\(mail.requestType) in \(file)")
          }
        }
      }
    }
  }
}
