// Made by make_vectors.py with other implementations of the schemes.

import Identity
import Testing

struct PasswordVector: Sendable, CustomTestStringConvertible {
  static let password = "correct horse ünd battery 🔋"
  static let key: [UInt8] = (0..<64).map { UInt8((7 * $0 + 3) % 256) }

  let name: String
  let algorithm: PasswordHash.Algorithm
  /// Base64.
  let salt: String
  let hash: String
  var testDescription: String { name }

  init(_ name: String, _ algorithm: PasswordHash.Algorithm, _ salt: String, _ hash: String) {
    self.name = name
    self.algorithm = algorithm
    self.salt = salt
    self.hash = hash
  }

  static let all: [PasswordVector] = [
    .init(
      "SCRYPT 8 14",
      .firebaseScrypt(signerKey: key, saltSeparator: [7], rounds: 8, memoryCost: 14),
      "EBESExQVFhcYGRobHB0eHw==",
      "Td7MekmYEkXaB2w6yyw92CnKBeQB9IcnB1GuMLoFfZ1XHRdI/78aq5KisJPD9jSRYZD3FJhzJgSHiIF0Ban1PQ=="),
    .init(
      "SCRYPT 1 1",
      .firebaseScrypt(signerKey: key, saltSeparator: [], rounds: 1, memoryCost: 1),
      "EBESExQVFhcYGRobHB0eHw==",
      "IVsfanXB9hc9ULogqeK+/4zlUAX83Iahm3O44bkhmvYORelZKrUWnMir8FEy7AZp3aynwMXcbuKWTzwUW2Rc1A=="),
    .init(
      "SCRYPT 4 10",
      .firebaseScrypt(signerKey: key, saltSeparator: [115, 101, 112], rounds: 4, memoryCost: 10),
      "EBESExQVFhcYGRobHB0eHw==",
      "R3esIySybeqJh5V1k1H725eOaIFFGRoBpm7uZEGjUQDw+lYFszAHLz46ACy3ts3a2DMCOxpjQ1jRy293TwHwNA=="),
    .init(
      "STANDARD_SCRYPT 1024 8 1 64",
      .standardScrypt(cpuMemoryCost: 1024, blockSize: 8, parallelization: 1, derivedKeyLength: 64),
      "EBESExQVFhcYGRobHB0eHw==",
      "e5Q8YhHGmkAau6c2BXupd0OoqsYwThE92t3cu7CAR0ise8Ak50NObUpQnKLns0buyCv2VeA2iGWwMaMzos9BrA=="),
    .init(
      "STANDARD_SCRYPT 16 1 3 4",
      .standardScrypt(cpuMemoryCost: 16, blockSize: 1, parallelization: 3, derivedKeyLength: 4),
      "EBESExQVFhcYGRobHB0eHw==",
      "Er9wxQ=="),
    .init(
      "STANDARD_SCRYPT 65536 8 1 32",
      .standardScrypt(cpuMemoryCost: 65536, blockSize: 8, parallelization: 1, derivedKeyLength: 32),
      "EBESExQVFhcYGRobHB0eHw==",
      "8QEe6NpH8xHSo/TL9dYyq5JkRZLPC4tPPdODzPkJYtw="),
    .init(
      "STANDARD_SCRYPT 2 64 2 64",
      .standardScrypt(cpuMemoryCost: 2, blockSize: 64, parallelization: 2, derivedKeyLength: 64),
      "EBESExQVFhcYGRobHB0eHw==",
      "jBfTCEhOGrA1o8pLHd9tuXmICDaWN8e6NMn58eHXisZBOFYqI/JaJ63lDtoSLMEAbNVSqOmlhkCLvr2x7YyFdQ=="),
    .init(
      "STANDARD_SCRYPT 512 32 1 24",
      .standardScrypt(cpuMemoryCost: 512, blockSize: 32, parallelization: 1, derivedKeyLength: 24),
      "EBESExQVFhcYGRobHB0eHw==",
      "dShPgfBaXPbFYHm3KUsizD1PZKarVNx+"),
    .init(
      "HMAC_MD5 saltAndPassword",
      .hmac(function: .md5, key: key, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "yrxCKr7sumNBPaNgQvbkLg=="),
    .init(
      "HMAC_MD5 passwordAndSalt",
      .hmac(function: .md5, key: key, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "adVjuYIgnxqpx5dEv2A4QA=="),
    .init(
      "MD5 0 saltAndPassword",
      .digest(function: .md5, rounds: 0, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "/5Cl8lGTK8LQ4UU3iTt1DA=="),
    .init(
      "MD5 0 passwordAndSalt",
      .digest(function: .md5, rounds: 0, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "9JiQc+FM+eboNrKccq8i3w=="),
    .init(
      "MD5 1 saltAndPassword",
      .digest(function: .md5, rounds: 1, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "/5Cl8lGTK8LQ4UU3iTt1DA=="),
    .init(
      "MD5 1 passwordAndSalt",
      .digest(function: .md5, rounds: 1, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "9JiQc+FM+eboNrKccq8i3w=="),
    .init(
      "MD5 2 saltAndPassword",
      .digest(function: .md5, rounds: 2, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "1/6MeXjrL3491AE6B9QUlQ=="),
    .init(
      "MD5 2 passwordAndSalt",
      .digest(function: .md5, rounds: 2, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "lYklXBpDATHaIOyEPdW9og=="),
    .init(
      "MD5 8192 saltAndPassword",
      .digest(function: .md5, rounds: 8192, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "sEaaH9jrZH6H0BPqQ9z4gw=="),
    .init(
      "MD5 8192 passwordAndSalt",
      .digest(function: .md5, rounds: 8192, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "8q67ZhdewZnTHGeMJAtpvg=="),
    .init(
      "MD5 1 with the password in every round",
      .digest(function: .md5, rounds: 1, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "5f63G/yIPG54u2OwsbL7pg=="),
    .init(
      "MD5 2 with the password in every round",
      .digest(function: .md5, rounds: 2, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "yFA5WCKQxLD1u0FabhsHtw=="),
    .init(
      "MD5 8192 with the password in every round",
      .digest(function: .md5, rounds: 8192, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "CEqnJryhq95e/kuQpfjhFA=="),
    .init(
      "MD5 without salt",
      .digest(function: .md5, rounds: 1, order: .saltAndPassword),
      "",
      "YlritoBjTdrxpycdHcdXnA=="),
    .init(
      "HMAC_SHA1 saltAndPassword",
      .hmac(function: .sha1, key: key, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "ygyBpe6JuIb0vmHWqAzNpMWvxrI="),
    .init(
      "HMAC_SHA1 passwordAndSalt",
      .hmac(function: .sha1, key: key, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "lFCFQAPTG2nqa9WhUYGb3NmXDyo="),
    .init(
      "SHA1 1 saltAndPassword",
      .digest(function: .sha1, rounds: 1, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "YI9m3sE4o0G/1RSCkhJPHTVPmV0="),
    .init(
      "SHA1 1 passwordAndSalt",
      .digest(function: .sha1, rounds: 1, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "XbMzB1cZEgXU8/LQPvcBvXx11tw="),
    .init(
      "SHA1 2 saltAndPassword",
      .digest(function: .sha1, rounds: 2, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "xOeKbhCGqRJWsIlcDUnwT02BrnU="),
    .init(
      "SHA1 2 passwordAndSalt",
      .digest(function: .sha1, rounds: 2, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "koev0TJi5c2FZJgYmIfhcLOK4hw="),
    .init(
      "SHA1 8192 saltAndPassword",
      .digest(function: .sha1, rounds: 8192, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "PzIXpkpeEg37X+eGoL1yDFflP70="),
    .init(
      "SHA1 8192 passwordAndSalt",
      .digest(function: .sha1, rounds: 8192, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "aNH7/D7dPgS1CjHq+nKJhssJTi4="),
    .init(
      "SHA1 without salt",
      .digest(function: .sha1, rounds: 1, order: .saltAndPassword),
      "",
      "Rj9GG6/GiZlH9dmkES4fl57bXrw="),
    .init(
      "HMAC_SHA256 saltAndPassword",
      .hmac(function: .sha256, key: key, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "is173qzdUGosskjT7Hn12K4AAbL6ALiT7UcqOQpZCoE="),
    .init(
      "HMAC_SHA256 passwordAndSalt",
      .hmac(function: .sha256, key: key, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "OZUPDjQ7EuerGIIfLD5DOxTXX2OJU6JAr+gQcCOvC20="),
    .init(
      "SHA256 1 saltAndPassword",
      .digest(function: .sha256, rounds: 1, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "XcHDaZgSTgKGm/B5XDKllIifRAk5K9InFjFw4QtH4gI="),
    .init(
      "SHA256 1 passwordAndSalt",
      .digest(function: .sha256, rounds: 1, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "p4LzxmPdqUdlPQhnN3zG8iEyPRUzq8guGqjViGmFAVI="),
    .init(
      "SHA256 2 saltAndPassword",
      .digest(function: .sha256, rounds: 2, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "eaX1D973xZPNpPebDbnIpf4/4aZM6s04n+LML5BObTQ="),
    .init(
      "SHA256 2 passwordAndSalt",
      .digest(function: .sha256, rounds: 2, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "Sq+MDj0ygSSO9L/1Sm33DU4UBGZINIWHTfknWYYyD5g="),
    .init(
      "SHA256 8192 saltAndPassword",
      .digest(function: .sha256, rounds: 8192, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "OwTuT83SmVu++4fC7dKYtiNk/gPaI77CbU3C4ZpIgao="),
    .init(
      "SHA256 8192 passwordAndSalt",
      .digest(function: .sha256, rounds: 8192, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "BkT1xISFvAe+hGlwv/1asalfJQBsTUyjuSYKPgZoTXI="),
    .init(
      "SHA256 without salt",
      .digest(function: .sha256, rounds: 1, order: .saltAndPassword),
      "",
      "ByvHLIIwBQKdm+HgOFbL+0P6Rt+mi1zVLfCo49Fqa70="),
    .init(
      "HMAC_SHA512 saltAndPassword",
      .hmac(function: .sha512, key: key, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "Xlb/Sm1rMhEDB9UNTh35pYqk7dWuBliFfjJkMvXhEYbtH+UNaZXUfmHRQ561url/O7oUSu3P94mlQvvv2FTm+Q=="),
    .init(
      "HMAC_SHA512 passwordAndSalt",
      .hmac(function: .sha512, key: key, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "ReutNyxqPYJDKWp7fj7r/rRUk7V0oC+cFF22fi1K1E70o3f3NgAzGbPbH7m543VmhBNPmP1RfIpQhOZ2NEM3og=="),
    .init(
      "SHA512 1 saltAndPassword",
      .digest(function: .sha512, rounds: 1, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "Tc9ZgY58rnamrQ0Zh3xE9lfkjHXndMDTSia8M3A8ZLUG38irCzrAsNKs/kuMpDKr6h1bXjHnfhI9VPzFIrhxMg=="),
    .init(
      "SHA512 1 passwordAndSalt",
      .digest(function: .sha512, rounds: 1, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "p58CqwPPp154nuWZ5Rz6R4fB3v5zU122tafxgVi1KBOZnwbdgzKU40itIdqGE1e9M44zAvdliZzpyAMArstzTw=="),
    .init(
      "SHA512 2 saltAndPassword",
      .digest(function: .sha512, rounds: 2, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "Uj4BeY4cVJrBQCAYAIDszfiuLwXSBNr9Z3rXvSxuEzsAuXHqLtArTUhqLgp0Pd7ZqfHF69rcgGCFTaHEeOfjyA=="),
    .init(
      "SHA512 2 passwordAndSalt",
      .digest(function: .sha512, rounds: 2, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "h0eP9teSXReyYPn3wlDKiebYD1JaEz2Qt4xzXLb86WpSPgyfUShfy+xYOfI82kN+olTQumYHMU8BsJ4GXdjWpA=="),
    .init(
      "SHA512 8192 saltAndPassword",
      .digest(function: .sha512, rounds: 8192, order: .saltAndPassword),
      "EBESExQVFhcYGRobHB0eHw==",
      "wGvBF2f8Vc6Ms6SfGJE96tCpETxIz0onsVgL4L8JNatglW9QRI+79zB5YHBBjhnMafdULwx1LNY/XkLQtWEwwg=="),
    .init(
      "SHA512 8192 passwordAndSalt",
      .digest(function: .sha512, rounds: 8192, order: .passwordAndSalt),
      "EBESExQVFhcYGRobHB0eHw==",
      "gWOcy4UO71XAIKJR4BFQre7KLAkYSb960sJhFL9otqzV7qtT3uNucBq9O6qYGNHc6NiRX3bsSvZ9Z4UolRTVYw=="),
    .init(
      "SHA512 without salt",
      .digest(function: .sha512, rounds: 1, order: .saltAndPassword),
      "",
      "W30vvFJxCUtkDBqT4h7OBqANX3q3LB9tiwN+j5ii8ynB2EQWXGMeM/nMftAAKlA8VajyHo+rR9Jl8vxZKU4TLQ=="),
    .init(
      "PBKDF_SHA1 1 4",
      .pbkdf2(function: .sha1, rounds: 1),
      "EBESExQVFhcYGRobHB0eHw==",
      "jviqYQ=="),
    .init(
      "PBKDF_SHA1 1000 20",
      .pbkdf2(function: .sha1, rounds: 1000),
      "EBESExQVFhcYGRobHB0eHw==",
      "bUodNOSxgHqN6T+/Ec/ipUy41Bs="),
    .init(
      "PBKDF_SHA1 1000 64",
      .pbkdf2(function: .sha1, rounds: 1000),
      "EBESExQVFhcYGRobHB0eHw==",
      "bUodNOSxgHqN6T+/Ec/ipUy41Btnc8MmXHBkv/gmWdqASrcfi/ArfoySJXvJ9wP1eRIZlrLJ3jp24DqYnc9c6g=="),
    .init(
      "PBKDF_SHA1 120000 32",
      .pbkdf2(function: .sha1, rounds: 120000),
      "EBESExQVFhcYGRobHB0eHw==",
      "sx7nSKnpM7NX3t0CD77sz26PcaOpp0xjRZ0niyZyrQ0="),
    .init(
      "PBKDF2_SHA256 1 4",
      .pbkdf2(function: .sha256, rounds: 1),
      "EBESExQVFhcYGRobHB0eHw==",
      "brU7GQ=="),
    .init(
      "PBKDF2_SHA256 1000 20",
      .pbkdf2(function: .sha256, rounds: 1000),
      "EBESExQVFhcYGRobHB0eHw==",
      "sgEJW2c/3BMiKStvInPPN+tVRcw="),
    .init(
      "PBKDF2_SHA256 1000 64",
      .pbkdf2(function: .sha256, rounds: 1000),
      "EBESExQVFhcYGRobHB0eHw==",
      "sgEJW2c/3BMiKStvInPPN+tVRcxV8GN8TlH1AQ2QLicLawW1RZTpNul64UOwpsQNDjnJWGXz+xNN6ZMbpixFIQ=="),
    .init(
      "PBKDF2_SHA256 120000 32",
      .pbkdf2(function: .sha256, rounds: 120000),
      "EBESExQVFhcYGRobHB0eHw==",
      "IuIla2i2jolB61K+/JtS4gGN7Jq05oRx88NEC1P49hE="),
    .init(
      "BCRYPT 2a",
      .bcrypt,
      "",
      "JDJhJDA1JGFiY2RlZmdoaWprbG1ub3BxcnN0dXVHa3FVdUdHdHlFdVlLRmxpWGNTZHhYOURQWFg2UHF5"),
    .init(
      "BCRYPT 2b",
      .bcrypt,
      "",
      "JDJiJDA1JGFiY2RlZmdoaWprbG1ub3BxcnN0dXVHa3FVdUdHdHlFdVlLRmxpWGNTZHhYOURQWFg2UHF5"),
    .init(
      "BCRYPT 2y",
      .bcrypt,
      "",
      "JDJ5JDA0JEFCQ0RFRkdISUpLTE1OT1BRUlNUVXUvYXZtUWo1RHVLVVY4QXp0cTFDVHNhNW9vbGJDRkJL"),
    .init(
      "ARGON2 D 0x10",
      .argon2(
        .init(variant: .d, version: .v10, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "fqVIgJG1+Tw9g1ElCNVYfK5mfJTCTS7v18alFmhpqMo="),
    .init(
      "ARGON2 D 0x13",
      .argon2(
        .init(variant: .d, version: .v13, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "RZUttbdLp+wXF9s+JBz+ecgMRrd/NuO/gZL2IbyoT54="),
    .init(
      "ARGON2 I 0x10",
      .argon2(
        .init(variant: .i, version: .v10, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "osrxvdkpi9K+kiPelnqh7lSgcnvoKSpZfpz4/p9usZ0="),
    .init(
      "ARGON2 I 0x13",
      .argon2(
        .init(variant: .i, version: .v13, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "vZ05j7ZKNj3L5806TIKCn/ofY0W8TBgCbweZIHRunBM="),
    .init(
      "ARGON2 ID 0x10",
      .argon2(
        .init(variant: .id, version: .v10, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "rNKWwsIgS8AALqkKxEbAuV+oCB5cuFbAHVOoC7MhKj0="),
    .init(
      "ARGON2 ID 0x13",
      .argon2(
        .init(variant: .id, version: .v13, iterations: 2, memoryCost: 64, parallelism: 2, hashLength: 32)),
      "EBESExQVFhcYGRobHB0eHw==",
      "qscIijtTTRpZ/fthSpl+ufnii1qZdgltPbXLgz7D3nI="),
    .init(
      "ARGON2 with associated data",
      .argon2(
        .init(
          variant: .id, iterations: 1, memoryCost: 8, parallelism: 1, hashLength: 4,
          associatedData: [1, 2, 3])),
      "EBESExQVFhc=",
      "UmNauQ=="),
    .init(
      "ARGON2 at its greatest memory",
      .argon2(.init(variant: .id, iterations: 1, memoryCost: 32768, parallelism: 16, hashLength: 64)),
      "EBESExQVFhcYGRobHB0eHw==",
      "drpswBznQDah1qlLT7E7LdDYKdGITtQ9kh9MOV6lAHfse1MxLlmI9jzHBVn8U8+LmN0GIxmFrC9K7uvqgPeVuA=="),
  ]
}
