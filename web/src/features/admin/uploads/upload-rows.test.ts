import { describe, expect, test } from 'vitest'
import type { Upload } from './upload.ts'
import { orderRows } from './use-upload-rows.ts'

const upload = (id: number, state: Upload['state']): Upload => ({
  id,
  kind: 'guides',
  file: new File([], `${id}.pdf`),
  state,
  percent: 0,
})
const uploads = (...states: readonly Upload['state'][]) => states.map((state, i) => upload(i + 1, state))
/** Returns the ids of the rows of a page with three rows. */
const rowsOf = (shown: readonly number[], all: readonly Upload[]) =>
  orderRows(shown, all, 3).map(({ id }) => id)

describe('the rows of uploads', () => {
  test('are all uploads, if all have room', () => {
    expect(rowsOf([], uploads('done', 'sending', 'waiting'))).toEqual([1, 2, 3])
  })

  test('show only unfinished uploads when a long list is opened again', () => {
    expect(rowsOf([], uploads('done', 'done', 'sending', 'waiting', 'waiting'))).toEqual([3, 4, 5])
  })

  test('do not move when one is done', () => {
    const all = uploads('done', 'failed', 'sending', 'waiting', 'waiting')
    expect(rowsOf([1, 2, 3], all)).toEqual([1, 2, 3, 4, 5])
  })

  test('go to waiting uploads once all have ended, except for failed uploads and the last one that was done', () => {
    const all = uploads('done', 'failed', 'done', 'sending', 'waiting', 'waiting')
    expect(rowsOf([1, 2, 3], all)).toEqual([4, 2, 3, 5, 6])
  })

  test('keep the uploads that are done if no others wait', () => {
    expect(rowsOf([1, 2, 3], uploads('done', 'done', 'done'))).toEqual([1, 2, 3])
    expect(rowsOf([1, 2, 3], uploads('done', 'done', 'done', 'waiting'))).toEqual([4, 2, 3])
  })

  test('close up when uploads are dismissed, without those that have lost their row', () => {
    const all = [upload(1, 'done'), upload(3, 'done'), upload(4, 'sending'), upload(5, 'waiting')]
    expect(rowsOf([4, 2, 3], all)).toEqual([4, 3, 5])
  })
})
