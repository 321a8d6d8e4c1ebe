import { describe, expect, test } from 'vitest'
import { getLibrary, saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { tidyUp, upload } from '#test/kit/upload.ts'

describe('save-library-facts', () => {
  test('saves facts that members read', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Facts of a test.pdf')
    const facts = { country: 'wales', topic: null, lawAsAt: '2026-06-01', reviewBy: '2026-12-01' } as const
    const saved = await callOk(saveLibraryFacts, { as, body: { item: path, ...facts } })
    expect(saved).toEqual({ ...facts, whatChanged: null })
    const { files } = await callOk(getLibrary, { as: await given.monthlyMember() })
    expect(files.find(({ name }) => path.endsWith(name))?.facts).toEqual({ ...saved, whatChangedAt: null })
    await tidyUp(as, path)
  })
})
