import Identity
import IdentityWire

extension OOBCode.Kind {
  var requestType: OobRequestType {
    switch self {
    case .passwordReset: .passwordReset
    case .verifyEmail: .verifyEmail
    case .emailSignIn: .emailSignIn
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .recoverEmail: .recoverEmail
    }
  }
}
