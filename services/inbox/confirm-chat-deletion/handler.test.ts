import { describe, expect, test } from 'vitest'
import { confirmChatDeletion } from '#shared/contract/inbox.ts'
import { call } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'

describe('confirm-chat-deletion', () => {
  // The local chat provider has an API that deletes, so the local cloud never asks for a deletion by hand.
  test('records nothing that was not asked for', async () => {
    const body = { cutoff: '2020-01-01' }
    expect(await call(confirmChatDeletion, { as: await given.admin(), body })).toMatchObject(
      apiError('not_found'),
    )
  })
})
