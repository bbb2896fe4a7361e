/// Metadata of a made-up identity provider.
public enum SAMLSamples {
  /// Self-signed for CN=idp.example.com, P-256.
  public static let certificate = """
    MIIBizCCATGgAwIBAgIUEixULqvJtNwwwXC5/Z4FOcsLGfowCgYIKoZIzj0EAwIw
    GjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTEyMjEzMTExMloYDzIx
    MjYxMDI5MTMxMTEyWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wWTATBgcq
    hkjOPQIBBggqhkjOPQMBBwNCAAQ76qsbjowaX0l0dZ1wIXidxEBmKWMs/YQCt3BU
    odb1YghJdsAjW2Y6kCNwsohmCLH9GcXiUlbE24QmZziOjY+Zo1MwUTAdBgNVHQ4E
    FgQUaN0XhTwvigiLMxZ50oruiA+8pjAwHwYDVR0jBBgwFoAUaN0XhTwvigiLMxZ5
    0oruiA+8pjAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiASmZdd
    i7DWrU+THiwsv+s5fTh+qdEmajC4mlou3dnmZQIhALaAkghHOFd5wIi/uBfZxzVt
    cFJNt/3J2ic3cgsX88Fs
    """

  public static let metadata = metadata()

  /// - Parameter binding: of the address to sign in at.
  public static func metadata(binding: String = "HTTP-Redirect", validUntil: String? = nil) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example.com/metadata"\
    \(validUntil.map { " validUntil=\"\($0)\"" } ?? "")>
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
    \(certificate)
    </X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:\(binding)"
      Location="https://idp.example.com/sso?a=1&amp;b=2"/>
    </IDPSSODescriptor>
    </EntityDescriptor>
    """
  }
}
