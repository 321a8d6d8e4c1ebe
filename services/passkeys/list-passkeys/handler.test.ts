import { describe, expect, test } from 'vitest'
import { listPasskeys } from '#shared/contract/passkeys.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('list-passkeys', () => {
  test('returns an empty list to an account without passkeys', async () => {
    expect(await callOk(listPasskeys, { as: await given.user() })).toEqual({ passkeys: [] })
  })
})
