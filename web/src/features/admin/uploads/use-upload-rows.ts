import { useState } from 'react'
import { uploadRows } from './upload-list.tsx'
import { isFinished, type Upload } from './upload.ts'

const isDone = ({ state }: Upload): boolean => state === 'done'

/**
 * Returns the uploads in the order of their rows, so that none moves while others are done: a press could hit the
 * button of another row. Once all rows on the page have ended, uploads that wait take the rows of those that are done.
 * The upload that was done last keeps its row, because a press may still be aimed at the button that it has just lost.
 *
 * @param shown ids of the uploads that are on the page, in the order of their rows
 * @param limit number of rows on the page
 */
export const orderRows = (
  shown: readonly number[],
  uploads: readonly Upload[],
  limit: number,
): readonly Upload[] => {
  const known = new Map(uploads.map((upload) => [upload.id, upload]))
  const rows = shown.flatMap((id) => known.get(id) ?? [])
  const shownIds = new Set(shown)
  // Leaves out finished uploads of a long list that never had a row here, or have lost it: the page only counts them.
  const areAllShown = shown.length === 0 && uploads.length <= limit
  const others = uploads.filter((upload) => !shownIds.has(upload.id) && (areAllShown || !isDone(upload)))
  if (rows.length < limit || !rows.every(isFinished)) return [...rows, ...others]
  const lastDone = Math.max(...rows.filter(isDone).map(({ id }) => id))
  const replaced = rows.map((row) => (isDone(row) && row.id !== lastDone ? (others.shift() ?? row) : row))
  return [...replaced, ...others]
}

/** Returns the uploads for a list of `limit` rows, and a function that adds rows to it. */
export const useUploadRows = (uploads: readonly Upload[]) => {
  const [limit, setLimit] = useState(uploadRows)
  const [shown, setShown] = useState<readonly number[]>([])
  const items = orderRows(shown, uploads, limit)
  const ids = items.slice(0, limit).map(({ id }) => id)
  if (ids.join() !== shown.join()) setShown(ids)
  return { items, limit, onMore: () => setLimit(limit + uploadRows) }
}
