import { describe, expect, test } from 'vitest'
import { email, password, requiredLine, requiredText } from './fields.ts'

const messagesOf = (schema: typeof email, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('email', () => {
  test.each([
    'person@letting.example',
    'first.last+tag@sub.letting-agents.example',
    "o'brien_1@letting.example",
  ])('accepts %s', (address) => {
    expect(email.parse(address)).toBe(address)
  })

  test('trims and lower-cases', () => {
    expect(email.parse('  First.Last@Letting.EXAMPLE\n')).toBe('first.last@letting.example')
  })

  test.each([
    'person',
    'person@',
    '@letting.example',
    'person@letting',
    'person@letting.e',
    'per son@letting.example',
    'a@b@letting.example',
    'a,b@letting.example',
    'a@letting.example, b@letting.example',
    'person@letting.example>',
    '"person"@letting.example',
    'person@letting.example\r\nBcc: b@letting.example',
    'per\u0000son@letting.example',
    `${'x'.repeat(65)}@letting.example`,
  ])('rejects %j', (address) => {
    expect(messagesOf(email, address)[0]).toBe('Please enter a valid email address')
  })

  test('rejects an empty address with its own message', () => {
    expect(messagesOf(email, '')[0]).toBe('Email is required')
    expect(messagesOf(email, '   ')[0]).toBe('Email is required')
  })

  test('accepts at most 254 characters', () => {
    const domain = `@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
    const longest = `${'x'.repeat(254 - domain.length)}${domain}`
    expect(email.parse(longest)).toBe(longest)
    expect(messagesOf(email, `x${longest}`)[0]).toBe('Please enter a valid email address')
  })
})

describe('required text', () => {
  const line = requiredLine('Name', 2, 5)

  test('reports missing, short and long texts', () => {
    expect(messagesOf(line, ' ')).toEqual(['Name is required'])
    expect(messagesOf(line, 'a')).toEqual(['Name must be at least 2 characters'])
    expect(messagesOf(line, 'abcdef')).toEqual(['Please use at most 5 characters'])
    expect(line.parse(' abc ')).toBe('abc')
  })

  test('rejects control characters, but allows tabs and line breaks in longer texts', () => {
    expect(messagesOf(line, 'a\tb')).toEqual(['Please remove control characters'])
    expect(messagesOf(line, 'a\nb')).toEqual(['Please remove control characters'])
    const text = requiredText('Message', 2, 10)
    expect(text.parse('a\tb\r\nc')).toBe('a\tb\r\nc')
    expect(messagesOf(text, 'a\u0000b')).toEqual(['Please remove control characters'])
  })
})

describe('password', () => {
  test.each([' secret', 'secret ', 'sec\nret', 'sec\u0000ret', 'sec\ud800ret', 'x'.repeat(257)])(
    'rejects %j',
    (text) => {
      expect(password.safeParse(text).success).toBe(false)
    },
  )

  test('is kept exactly as it was typed', () => {
    for (const text of ['two words', 'MiXed Case', 'e\u0301\ufb01', '\u{1f511}'.repeat(20), 'x'.repeat(256)])
      expect(password.parse(text)).toBe(text)
  })
})
