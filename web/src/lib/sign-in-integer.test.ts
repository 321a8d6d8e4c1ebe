import { createDiffieHellman, getDiffieHellman } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import SignInInteger from './sign-in-integer.ts'

const hex = (value: bigint): SignInInteger => new SignInInteger(value.toString(16), 16)
const modulus = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)

const power = (base: SignInInteger, exponent: SignInInteger): string => {
  let text = ''
  base.modPow(exponent, hex(modulus), (_, result) => {
    text = result?.toString(16) ?? ''
  })
  return text
}

describe('an integer of a sign-in', () => {
  test('has the same powers as Diffie-Hellman in Node.js, with 3,072 bits', () => {
    const exchange = createDiffieHellman(modulus.toString(16), 'hex', 2)
    const key = exchange.generateKeys('hex')
    expect(power(hex(2n), new SignInInteger(exchange.getPrivateKey('hex')))).toBe(key.replace(/^0+/, ''))
  })

  test('has the powers of a negative number, which a sign-in can subtract to', () => {
    const negative = hex(5n).subtract(hex(7n))
    expect(negative.mod(hex(modulus)).toString(16)).toBe((modulus - 2n).toString(16))
    expect(power(negative, hex(3n))).toBe((modulus - 8n).toString(16))
  })

  test('adds, multiplies and compares', () => {
    expect(hex(0xffn).add(SignInInteger.ONE).toString(16)).toBe('100')
    expect(hex(3n).multiply(hex(5n)).toString(10)).toBe('15')
    expect(hex(3n).subtract(hex(5n)).abs().equals(hex(2n))).toBe(true)
    expect(hex(3n).subtract(hex(5n)).compareTo(SignInInteger.ZERO)).toBeLessThan(0)
    expect(hex(3n).compareTo(hex(3n))).toBe(0)
    expect(hex(3n).equals(hex(4n))).toBe(false)
  })

  test('is not made from digits that are not hexadecimal', () => {
    expect(() => new SignInInteger('xyz', 16)).toThrow(SyntaxError)
  })
})
