import { describe, expect, test } from 'vitest'
import { isGoodPassword } from './passwords.ts'

const email = 'nadia@agents.example'

describe('isGoodPassword', () => {
  test.each(['Kettle', 'correct horse battery staple', '4-Lanterns', 'grün-weiß', 'x'.repeat(255) + 'y'])(
    'accepts %s',
    (password) => {
      expect(isGoodPassword(password, email)).toBe(true)
    },
  )

  test.each([
    'short',
    'password',
    'PassWord1',
    '123456',
    'qwerty123',
    'letmein',
    'landlord',
    'Fanlight',
    'aaaaaaaa',
    'AaAaAaAa',
    '      ',
    'Nadia@Agents.example',
  ])('rejects %s', (password) => {
    expect(isGoodPassword(password, email)).toBe(false)
  })
})
