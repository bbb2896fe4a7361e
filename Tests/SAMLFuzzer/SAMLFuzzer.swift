// For libFuzzer, built by `make fuzz-saml` together with the module SAML and keys of SAMLTests.

import Foundation
import SAML

/// Writes seeds, each the input of one target and its number before it, into the directory that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func makeSeeds(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
  guard let directory = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  for (number, seed) in SAMLSeeds.all.enumerated() {
    let file = URL(fileURLWithPath: directory).appendingPathComponent("seed-\(number)")
    try? Data(seed).write(to: file)
  }
  return 0
}

/// The first byte says what the rest is read as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0, let target = SAMLFuzzTarget(rawValue: start[0] % UInt8(SAMLFuzzTarget.allCases.count))
  else { return 0 }
  target.take(Array(UnsafeBufferPointer(start: start + 1, count: count - 1)))
  return 0
}

/// Every other time moves whole elements, which libFuzzer's own mutations hardly ever do.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateSAML(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int, _ seed: CUnsignedInt
) -> Int {
  var random = SplitMix64(state: UInt64(seed))
  guard count > 1, Bool.random(using: &random) else { return libFuzzerMutate(data, count, maximum) }
  var mutation = ElementMutation(
    Array(UnsafeBufferPointer(start: data + 1, count: count - 1)), random: random)
  let mutated = mutation.mutated()
  guard mutated.count + 1 <= maximum else { return libFuzzerMutate(data, count, maximum) }
  UnsafeMutableBufferPointer(start: data + 1, count: mutated.count).update(fromContentsOf: mutated)
  return mutated.count + 1
}

@_silgen_name("LLVMFuzzerMutate")
func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximum: Int) -> Int

enum SAMLFuzzTarget: UInt8, CaseIterable {
  case response, metadata, canonicalForm, signedContent

  func take(_ bytes: [UInt8]) {
    switch self {
    case .response:
      guard let assertion = try? SAMLResponse.verified(xml: bytes, SAMLSeeds.expectations) else { return }
      precondition(SAMLSeeds.signed.contains(assertion), "an assertion that nobody signed was believed")
    case .metadata: _ = try? SAMLIdentityProviderDescription.all(inMetadata: bytes, maximum: 4)
    case .canonicalForm: Self.canonicalise(bytes)
    case .signedContent: Self.sign(bytes)
    }
  }

  /// What is canonical is read back as the same document.
  private static func canonicalise(_ bytes: [UInt8]) {
    guard let root = try? XMLTree.parse(bytes, .response), let form = try? CanonicalForm.bytes(of: root)
    else {
      return
    }
    // Bounds on namespaces that are declared again apart, it is a document that can be read.
    guard let again = try? XMLTree.parse(form, .signed) else {
      precondition(form.count > bytes.count, "a canonical form that cannot be read")
      return
    }
    precondition((try? CanonicalForm.bytes(of: again)) == form, "a canonical form that changes")
  }

  /// A provider may sign anything: nothing of it may be read as something else.
  private static func sign(_ bytes: [UInt8]) {
    let xml = String(decoding: bytes, as: UTF8.self)
    guard let signed = XMLSigner(SAMLSeeds.key).sign(xml, id: "_assertion"),
      let assertion = try? SAMLResponse.verified(xml: Array(signed.utf8), SAMLSeeds.expectations)
    else { return }
    precondition(
      !assertion.subject.nameID.isEmpty && assertion.usableUntil > SAMLSeeds.expectations.now, "no subject")
    precondition(assertion.issuer == SAMLSeeds.expectations.identityProvider, "another issuer")
  }
}
