import { expect, test } from 'vitest'
import { deleteMediaLink } from '#shared/contract/library.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { mediaRepository } from '../media.repository.ts'
import { handle } from './handler.ts'

test.each([{}, { id: '' }, { id: 'x'.repeat(101) }])('delete-media-link rejects %j', async (body) => {
  const { account, now, table } = inMemory()
  const [caller, media] = [await account(), mediaRepository(table)]
  expect(await callInMemory(deleteMediaLink, handle, { caller, body, now }, { media })).toMatchObject({
    status: 400,
  })
})
