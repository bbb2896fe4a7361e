import IdentityWire
import Operations

/// The hash algorithm and its parameters in the form of an import.
struct HashingForm: Sendable {
  let algorithms: [FormChoice]
  let orders: [FormChoice]
  let argon2Types: [FormChoice]
  let saltSeparator: String
  let rounds: String
  let memoryCost: String
  let parallelization: String
  let blockSize: String
  let hashLength: String
  /// The algorithms that have a parameter, by its name. The style sheet shows only the fields of the chosen
  /// algorithm.
  let uses: [String: String]

  init(_ form: ConsoleForm?, _ texts: ConsoleTexts) {
    func choice(_ value: String, _ title: String, of name: String) -> FormChoice {
      FormChoice(value: value, title: title, isChosen: form?[name] ?? "" == value)
    }
    algorithms =
      [choice("", texts("transfer.noHashes"), of: "algorithm")]
      + UploadHashing.algorithms.map { choice($0, $0, of: "algorithm") }
    orders = [
      choice("", texts("transfer.order.usual"), of: "order"),
      choice("SALT_AND_PASSWORD", texts("transfer.order.saltFirst"), of: "order"),
      choice("PASSWORD_AND_SALT", texts("transfer.order.passwordFirst"), of: "order"),
    ]
    argon2Types = ["ARGON2_ID", "ARGON2_I", "ARGON2_D"].map { choice($0, $0, of: "argon2Type") }
    // The key has to be typed again, because secrets are not shown.
    saltSeparator = form?["saltSeparator"] ?? ""
    rounds = form?["rounds"] ?? ""
    memoryCost = form?["memoryCost"] ?? ""
    parallelization = form?["parallelization"] ?? ""
    blockSize = form?["blockSize"] ?? ""
    hashLength = form?["hashLength"] ?? ""
    uses = Dictionary(
      uniqueKeysWithValues: UploadHashing.Parameter.allCases.map { parameter in
        let families = UploadHashing.Family.allCases.filter { $0.parameters.contains(parameter) }
        return (parameter.rawValue, families.map(\.rawValue).joined(separator: " "))
      })
  }

  /// The hash parameters as an upload without users. Fields of other algorithms are hidden and ignored.
  ///
  /// - Throws: the errors of ``IdentityService/checkHashParameters(_:)``, and `FORM_NUMBER_INVALID`.
  static func request(_ form: ConsoleForm, _ texts: ConsoleTexts) throws -> BatchCreateRequest {
    var hashing = UploadHashing()
    let algorithm = try form.text("algorithm")
    guard !algorithm.isEmpty else { return hashing.request }
    hashing.algorithm = algorithm
    let parameters = UploadHashing.Family(algorithm)?.parameters ?? []
    func given(_ parameter: UploadHashing.Parameter, maximum: Int = 512) throws -> String? {
      guard parameters.contains(parameter) else { return nil }
      let text = try form.text(parameter.rawValue, maximum: maximum)
      return text.isEmpty ? nil : text
    }
    func number(_ parameter: UploadHashing.Parameter) throws -> Int? {
      let name = parameter.rawValue
      return try given(parameter) == nil
        ? nil : try form.integer(name, 0...Int(Int32.max), called: texts("transfer.\(name)"))
    }
    hashing.key = try given(.key, maximum: 4_096)
    hashing.saltSeparator = try given(.saltSeparator)
    hashing.rounds = try number(.rounds)
    hashing.memoryCost = try number(.memoryCost)
    hashing.parallelization = try number(.parallelization)
    hashing.blockSize = try number(.blockSize)
    hashing.hashLength = try number(.hashLength)
    hashing.order = try given(.order).flatMap { .init(rawValue: $0) }
    hashing.argon2Type = try given(.argon2Type).flatMap { .init(rawValue: $0) }
    let request = hashing.request
    try IdentityService.checkHashParameters(request)
    return request
  }
}
