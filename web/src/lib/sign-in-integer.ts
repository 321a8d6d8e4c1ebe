type Calculated = (error: Error | null, result: SignInInteger | null) => void

/** Raises to a power, modulo a number: by squaring, so it takes two steps per bit of the exponent at most. */
const powerModulo = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let result = 1n
  let square = remainder(base, modulus)
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** Returns the remainder that is not negative. */
const remainder = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus

/**
 * An integer for the calculations of a sign-in by SRP, with the methods that the sign-in library uses. The library's
 * own class calculates with numbers of 3,072 bits in JavaScript, which blocks a slow phone for a second, so the build
 * puts this one in its place.
 */
export default class SignInInteger {
  static readonly ZERO = new SignInInteger(0n)
  static readonly ONE = new SignInInteger(1n)

  readonly #value: bigint

  /** Accepts hexadecimal digits without a sign. Throws a SyntaxError for any other text. */
  constructor(value: string | bigint, _radix?: 16) {
    this.#value = typeof value === 'bigint' ? value : BigInt(`0x${value}`)
  }

  add(other: SignInInteger): SignInInteger {
    return new SignInInteger(this.#value + other.#value)
  }

  subtract(other: SignInInteger): SignInInteger {
    return new SignInInteger(this.#value - other.#value)
  }

  multiply(other: SignInInteger): SignInInteger {
    return new SignInInteger(this.#value * other.#value)
  }

  /** Returns the remainder that is not negative. */
  mod(modulus: SignInInteger): SignInInteger {
    return new SignInInteger(remainder(this.#value, modulus.#value))
  }

  /** Passes this number to the power of `exponent`, modulo `modulus`, to the callback, before it returns. */
  modPow(exponent: SignInInteger, modulus: SignInInteger, calculated: Calculated): void {
    calculated(null, new SignInInteger(powerModulo(this.#value, exponent.#value, modulus.#value)))
  }

  abs(): SignInInteger {
    return this.#value < 0n ? new SignInInteger(-this.#value) : this
  }

  /** Returns a negative number, 0 or a positive one, if this is less than, equal to or greater than `other`. */
  compareTo(other: SignInInteger): number {
    return Number(this.#value > other.#value) - Number(this.#value < other.#value)
  }

  equals(other: SignInInteger): boolean {
    return this.#value === other.#value
  }

  toString(radix: number): string {
    return this.#value.toString(radix)
  }
}
