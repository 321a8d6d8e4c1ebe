import { expect, test } from 'vitest'
import { deleteFileTitle } from '#shared/contract/library.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { titleRepository } from '../title.repository.ts'
import { handle } from './handler.ts'

test.each([{}, { path: 'profile' }, { path: 'library/../x' }])(
  'delete-file-title rejects %j',
  async (body) => {
    const { account, now, table } = inMemory()
    const [caller, titles] = [await account(), titleRepository(table)]
    expect(await callInMemory(deleteFileTitle, handle, { caller, body, now }, { titles })).toMatchObject({
      status: 400,
    })
  },
)
