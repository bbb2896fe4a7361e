import Foundation

@testable import SAML

/// Keys made for these tests; they open nothing.
enum EllipticKeys {
  static let p256 = key(
    "MHcCAQEEIDj+XR53svbf5V1KuLUWEvA5MtxRKKm5klABj0aACYZUoAoGCCqGSM49AwEHoUQDQgAEiBYn3NN/1lRY91uoqG7DkImVxBmNKcpioe9SntsvC0FlgTYO1WSq+h+IDqfqIk2unRYmerrtS74f9pBSF7tLXg=="
  )
  static let p384 = key(
    "MIGkAgEBBDCTb2MMTvmaxm6vPMHYLMEDnd2zbo4sMtKsOIKaCx4baeO05B5K6sM8U1Zt5p+KmuCgBwYFK4EEACKhZANiAASHPmbQalUXwJkZpgZm5ra89fTG1iNRebNZJxBKqHmu5XsiUTp/miKqarA/sUTjNKQF+qOiYVFempFI/hWPYQujXIzrTOKZ7J9EdjZ0/yplvPnRCNoQ90RhAKFBD8UXDEI="
  )
  static let p521 = key(
    "MIHcAgEBBEIAU0X7eyNTYECLHCzHr3S19ydkRJ3SND/uvElmRbBpa11aYv71SmXrLSYZwJR+BratsUfMavnYSGE/JAzQj9jBcsSgBwYFK4EEACOhgYkDgYYABABK8W5wwuFspj9ooNkeezpuFDl1LgKtK+XIGk/RQR3jNf189+BdjYcuMtJOj5IPU3ZafrAT0fpNi7OYkI11eOBeDwA27oazWmrhH8nRRItZNN/GATLGGHw4vwNZb/lLZlHLFfeJB+eM3zuPUL2rf06zC1CSVsvzcyosKHgDoujD1H+bmw=="
  )

  private static func key(_ der: String) -> SAMLSigningKey? {
    Data(base64Encoded: der).flatMap { SAMLSigningKey(privateKey: [UInt8]($0), commonName: "elliptic") }
  }
}
