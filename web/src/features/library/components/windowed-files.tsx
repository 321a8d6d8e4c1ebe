import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LibraryFile } from '../items.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'
import type { RowPlace } from './file-row-content.tsx'

/** Height of a row before it is measured, in pixels. */
const rowHeight = 150

interface WindowedFilesProps {
  readonly files: readonly LibraryFile[]
  /** The path of the file to scroll to. Its row and the row with the focus are always part of the page. */
  readonly highlighted: string | undefined
}

/** Returns the distance of an element from the top of the page, even after anything above it has changed its height. */
const useTop = (element: RefObject<HTMLElement | null>): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect()
      if (box) setTop(box.top + window.scrollY)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/**
 * Returns whether the page is being printed. The update is rendered before the browser captures the page for printing.
 */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const note = ({ type }: Event) => setPrinting(type === 'beforeprint')
    window.addEventListener('beforeprint', note)
    window.addEventListener('afterprint', note)
    return () => {
      window.removeEventListener('beforeprint', note)
      window.removeEventListener('afterprint', note)
    }
  }, [])
  return printing
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
