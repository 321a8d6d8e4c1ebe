import { describe, expect, test } from 'vitest'
import { listLibraryChanges, saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { poll } from '#test/kit/poll.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('list-library-changes', () => {
  test('lists the changes of one file', async () => {
    const as = await given.admin()
    const item = await upload(as, 'History of a test.pdf')
    const facts = { country: 'wales', topic: null, lawAsAt: '2026-06-01', reviewBy: '2026-12-01' } as const
    await callOk(saveLibraryFacts, { as, body: { item, ...facts, whatChanged: 'New form.' } })
    const member = await given.monthlyMember()
    // An index lags behind the table by some milliseconds.
    const data = await poll('the change of the file', async () => {
      const changes = (await callOk(listLibraryChanges, { as: member, body: { item } })).data
      return changes.length > 0 ? changes : undefined
    })
    expect(data).toMatchObject([{ whatChanged: 'New form.', lawAsAt: '2026-06-01' }])
    await tidyUp(as, item)
  })
})
