import FirebaseAuth
import SwiftUI

/// Asks for the code from a text message.
struct SecondFactorView: View {
  let session: Session
  let resolver: MultiFactorResolver
  @State private var verificationID: String?
  @State private var code = ""

  private var telephones: [PhoneMultiFactorInfo] {
    resolver.hints.compactMap { $0 as? PhoneMultiFactorInfo }
  }

  var body: some View {
    VStack {
      if let verificationID {
        TextField("Code", text: $code)
        Button("Sign in") {
          Task { await session.finish(resolver, verificationID, code: code) }
        }
      } else {
        ForEach(telephones, id: \.uid) { telephone in
          Button(telephone.displayName ?? telephone.phoneNumber) {
            Task { verificationID = await session.sendCode(to: telephone, for: resolver) }
          }
        }
      }
      Button("Cancel") { session.secondFactor = nil }
    }
  }
}
