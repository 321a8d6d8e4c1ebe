import { describe, expect, test } from 'vitest'
import { email, requiredLine, requiredText } from './fields.ts'

const line = requiredLine('Name', 2, 100)
const text = requiredText('Message', 2, 100)

const messageOf = (field: typeof line, value: string) => field.safeParse(value).error?.issues[0]?.message

describe('text fields', () => {
  test.each(['a\u0000b', 'a\u0085b', 'a\u202eb', 'a\u2066b', 'a\ud83db', 'a\u001bb'])(
    'reject the control character in %j',
    (value) => {
      expect(messageOf(line, value)).toBe('Please remove control characters')
      expect(messageOf(text, value)).toBe('Please remove control characters')
    },
  )

  test.each(['a\nb', 'a\tb', 'a\u2028b'])('reject the line break in %j in a line, not in a text', (value) => {
    expect(messageOf(line, value)).toBe('Please remove control characters')
    expect(messageOf(text, value)).toBeUndefined()
  })

  test.each(['\u200b\u200d', '\ufeff', '\u3164\u3164'])('treat the invisible text %j as empty', (value) => {
    expect(messageOf(line, value)).toBe('Name is required')
  })

  test('do not count invisible characters towards the minimum length', () => {
    expect(messageOf(line, 'a\u200b')).toBe('Name must be at least 2 characters')
  })

  test('store composed characters', () => {
    expect(line.parse('Zoe\u0308')).toBe('Zo\u00eb')
    expect(line.parse('\u{1f469}\u200d\u{1f527} Ana')).toBe('\u{1f469}\u200d\u{1f527} Ana')
  })
})

describe('email', () => {
  test('has one spelling for each address', () => {
    expect(email.parse('  Nia@People.Example ')).toBe('nia@people.example')
  })

  test.each([
    'nia@people.example.',
    'nia.@people.example',
    'nia@people.example\u0000',
    'zoe\u0308@people.example',
    'zo\u00eb@people.example',
    'nia@b\u00fccher.example',
    'nia\u200b@people.example',
  ])('rejects %j', (value) => {
    expect(email.safeParse(value).success).toBe(false)
  })
})
