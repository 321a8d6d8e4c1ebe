import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useRef, useState } from 'react'
import type { LibraryFile } from '../items.ts'
import styles from '../library.module.css'
import { usePrinting, useTop } from '../use-long-list.ts'
import { FileRow } from './file-row.tsx'
import type { RowPlace } from './file-row-content.tsx'

/** Height of a row before it is measured, in pixels. */
const rowHeight = 150

interface WindowedFilesProps {
  readonly files: readonly LibraryFile[]
  /** The path of the file to scroll to. Its row and the row with the focus are always part of the page. */
  readonly highlighted: string | undefined
}

/**
 * A long list of files. The page contains only the rows in view, so that the list opens immediately. All rows are
 * printed.
 */
const WindowedFiles = ({ files, highlighted }: WindowedFilesProps) => {
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  const printing = usePrinting()
  const [focused, setFocused] = useState<string>()
  const kept = files.flatMap(({ id }, index) => (id === highlighted || id === focused ? [index] : []))
  const rows = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: top,
    getItemKey: (index) => files[index]?.id ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b),
  })
  const recordFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[data-index]')
    setFocused(files[Number(row?.dataset.index)]?.id)
  }
  const rowOf = (file: LibraryFile, place?: RowPlace) => (
    <FileRow key={file.id} file={file} highlighted={file.id === highlighted} {...(place ? { place } : {})} />
  )
  if (printing)
    return (
      <ul ref={list} className={styles.files}>
        {files.map((file) => rowOf(file))}
      </ul>
    )
  return (
    <ul
      ref={list}
      className={styles.windowed}
      style={{ blockSize: rows.getTotalSize() }}
      onFocus={recordFocus}
    >
      {rows.getVirtualItems().map(({ index, start }) => {
        const file = files[index]
        const place = { ref: rows.measureElement, index, count: files.length, top: start - top }
        return file ? rowOf(file, place) : null
      })}
    </ul>
  )
}

export default WindowedFiles
