import { describe, expect, test } from 'vitest'
import { parseConfirmedAddress } from './confirmed-address.ts'

describe('parseConfirmedAddress', () => {
  test('reads the address and the token of a link', () => {
    expect(parseConfirmedAddress('#address_token=abc&email=nia%2Bhome%40people.example')).toEqual({
      email: 'nia+home@people.example',
      token: 'abc',
    })
  })

  test.each(['', '#', '#pricing', '#address_token=abc', '#email=nia%40people.example'])(
    'ignores the fragment %j',
    (hash) => {
      expect(parseConfirmedAddress(hash)).toBeNull()
    },
  )
})
