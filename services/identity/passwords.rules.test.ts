import { readFileSync } from 'node:fs'
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

  test('rejects the 3,000 most common passwords', () => {
    const list = readFileSync(new URL('common-passwords.ts', import.meta.url), 'utf8')
    const [, fingerprints = ''] = /`\n([^`]+)\n`/.exec(list) ?? []
    expect(new Set(fingerprints.replaceAll(/\s/g, '').match(/.{6}/g)).size).toBe(3000)
    for (const leaked of ['trustno1', 'qazwsx', 'starwars', 'Liverpool', 'letmein1', '1q2w3e4r', 'blink182'])
      expect(isGoodPassword(leaked, email)).toBe(false)
  })
})
