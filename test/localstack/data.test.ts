import { randomUUID } from 'node:crypto'
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { signDownload } from '#platform/files/download.ts'
import { signUpload } from '#platform/files/upload-form.ts'
import type { Table } from '#platform/table/table.ts'
import { put, putNew, update } from '#platform/table/write.ts'
import { deployedTable } from './stage.ts'

/** The data stack as a third-party emulator created it from our template. */
let table: Table
beforeAll(async () => {
  const { Buckets = [] } = await new S3Client({ forcePathStyle: true }).send(new ListBucketsCommand({}))
  const bucket = Buckets.map(({ Name = '' }) => Name).find((candidate) =>
    /^advice-dev-data-library[^l]/.test(candidate),
  )
  if (bucket === undefined) throw new Error('The data stack has no library')
  table = await deployedTable()
  process.env['LIBRARY_BUCKET'] = bucket
})

const keyOf = (sk: string, pk = `test#${randomUUID()}`) => ({ pk, sk })

test('the table lets one of two first writes win, and says which condition failed', async () => {
  const key = keyOf('one')
  expect(await table.transact(putNew(key, { by: 'first' }, 'taken'))).toEqual({})
  const both = await table.transact(put(keyOf('two', key.pk), {}), putNew(key, { by: 'second' }, 'taken'))
  expect(both).toEqual({ failedCondition: 'taken' })
  expect(await table.list(key.pk, '')).toMatchObject([{ sk: 'one', by: 'first' }])
})

test('the table changes an item under the condition of its version', async () => {
  const key = keyOf('versioned')
  await table.put(key, { version: 1 })
  const change = update(key, 'SET version = :next', {
    onlyIf: 'version = :known',
    values: { ':known': 1, ':next': 2 },
    otherwise: 'stale',
  })
  expect([await table.transact(change), await table.transact(change)]).toEqual([
    {},
    { failedCondition: 'stale' },
  ])
  expect(await table.find(key, z.object({ version: z.number() }))).toEqual({ version: 2 })
})

test('the table lists a partition by prefix in order, and by its index backwards', async () => {
  const { pk } = keyOf('')
  for (const sk of ['b#2', 'a#1', 'b#1'])
    await table.put({ pk, sk }, { gsi1pk: `index-of-${pk}`, gsi1sk: sk })
  expect((await table.list(pk, 'b#')).map(({ sk }) => sk)).toEqual(['b#1', 'b#2'])
  const indexed = await table.listByIndex(`index-of-${pk}`, { backwards: true })
  expect(indexed.map(({ sk }) => sk)).toEqual(['b#2', 'b#1', 'a#1'])
})

test('the library takes a posted file and gives it back under its own name', async () => {
  const path = `library/guides_1_${randomUUID()}.pdf`
  const content = '%PDF-1.7 a sample'
  const { url, fields } = await signUpload(path, {
    contentType: 'application/pdf',
    size: content.length,
    seconds: 60,
    upload: 'upload-1',
    adminId: 'admin-1',
    isReplacement: false,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([content]))
  expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
  const link = await signDownload(path, { name: 'A sample.pdf', seconds: 60, contentType: 'application/pdf' })
  const answer = await fetch(link)
  expect(await answer.text()).toBe(content)
  expect(answer.headers.get('content-disposition')).toContain('A sample.pdf')
})
