import Testing

@testable import Tokens

extension SigningKey {
  /// The pair of a key that has to be an RS256 key.
  var keyPair: RSAKeyPair { get throws { try #require(rsa) } }
}
