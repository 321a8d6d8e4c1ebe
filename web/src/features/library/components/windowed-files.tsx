import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { LibraryFile } from '../items.ts'
import styles from '../library.module.css'
import { FileRow } from './file-row.tsx'

/** Height of a row before it is measured, in pixels. */
const rowHeight = 150

interface WindowedFilesProps {
  readonly files: readonly LibraryFile[]
  /** The path of the file to scroll to. Its row is always part of the page. */
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

/** A long list of files of which the page has only the rows in view, so that it opens immediately. */
const WindowedFiles = ({ files, highlighted }: WindowedFilesProps) => {
  const list = useRef<HTMLUListElement>(null)
  const top = useTop(list)
  const kept = files.findIndex(({ id }) => id === highlighted)
  const rows = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: top,
    getItemKey: (index) => files[index]?.id ?? index,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return kept < 0 || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b)
    },
  })
  return (
    <ul ref={list} className={styles.windowed} style={{ blockSize: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start, key }) => {
        const file = files[index]
        const place = { ref: rows.measureElement, index, count: files.length, top: start - top }
        return file ? (
          <FileRow key={key} file={file} highlighted={file.id === highlighted} place={place} />
        ) : null
      })}
    </ul>
  )
}

export default WindowedFiles
