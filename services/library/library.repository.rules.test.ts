import { describe, expect, test } from 'vitest'
import { auditRecord } from '#platform/table/audit.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from './library.repository.ts'
import { titleRepository } from './title.repository.ts'

describe('libraryRepository', () => {
  test("records an admin's changes in the audit log, once for each change", async () => {
    const { table } = inMemory()
    const library = libraryRepository(table)
    const path = 'library/guides_1_Audit.pdf'
    let minute = 0
    const actor = () => ({ adminId: 'admin', now: new Date(Date.UTC(2027, 2, 1, 10, (minute += 1))) })
    await library.add(path, { etag: 'a', size: 5, contentType: 'application/pdf' }, actor())
    await titleRepository(table).save({ path, title: 'Audit', description: null }, actor())
    for (let i = 0; i < 2; i += 1) await titleRepository(table).delete(path, actor())
    for (let i = 0; i < 2; i += 1) await library.remove(path, actor())
    const items = await table.listByIndex(keys.auditBy('admin', '').gsi1pk)
    expect(items.map((item) => auditRecord.parse(item)).map(({ action, about }) => [action, about])).toEqual([
      ['file-added', 'guides_1_Audit.pdf'],
      ['title-saved', 'guides_1_Audit.pdf'],
      ['title-deleted', 'guides_1_Audit.pdf'],
      ['file-deleted', 'guides_1_Audit.pdf'],
    ])
  })
})
