import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useRef, useState } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { type LibraryVideo, maxPlainRows } from '../items.ts'
import { usePrinting, useTop } from '../use-long-list.ts'
import { type CardPlace, VideoCard } from './video-card.tsx'
import { useGrid, useRowHeights } from './video-grid.ts'
import styles from './videos.module.css'

/** Height of a row before it is measured, in pixels. */
const rowHeight = 360

interface VideoListProps {
  videos: readonly LibraryVideo[]
  /** True if all videos are shown. */
  expanded: boolean
  onExpand: () => void
  /** The id of the chosen video. */
  highlighted: string | undefined
}

/**
 * Returns which videos stay in the page wherever it is scrolled: the one with the focus, and those that have been
 * played, because a player that is removed stops. `onFocus` records them.
 */
const useKept = () => {
  const [focused, setFocused] = useState<string>()
  const [played, setPlayed] = useState<readonly string[]>([])
  const onFocus = ({ target }: FocusEvent) => {
    const video = target.closest<HTMLElement>('[data-video]')?.dataset['video']
    setFocused(video)
    // A player gets the focus when it replaces its picture.
    if (target.tagName === 'IFRAME' && video !== undefined) setPlayed((ids) => [...new Set([...ids, video])])
  }
  return { kept: focused === undefined ? played : [...played, focused], onFocus }
}

/**
 * Lists the first videos, with a button that shows the rest. If there are many, the page contains only the cards in view,
 * so that the list opens immediately. All cards are printed.
 */
const VideoList = ({ videos, expanded, onExpand, highlighted }: VideoListProps) => {
  const list = useRef<HTMLUListElement>(null)
  const isPrinted = usePrinting()
  const isWindowed = expanded && videos.length > maxPlainRows && !isPrinted
  const top = useTop(list, isWindowed)
  const { columns, gap } = useGrid(list, isWindowed)
  const { kept, onFocus } = useKept()
  const shown = expanded ? videos : videos.slice(0, listPreviewCount)
  const keptRows = videos.flatMap(({ id }, index) =>
    id === highlighted || kept.includes(id) ? [Math.floor(index / columns)] : [],
  )
  const rows = useWindowVirtualizer({
    count: isWindowed ? Math.ceil(videos.length / columns) : 0,
    estimateSize: () => rowHeight,
    gap,
    overscan: 2,
    scrollMargin: top,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...keptRows])].toSorted((a, b) => a - b),
  })
  useRowHeights(list, rows.resizeItem)
  const cardOf = (video: LibraryVideo, place?: CardPlace) => (
    <VideoCard key={video.id} video={video} highlighted={video.id === highlighted} place={place} />
  )
  const windowed = rows
    .getVirtualItems()
    .flatMap(({ index: row, start }) =>
      videos
        .slice(row * columns, (row + 1) * columns)
        .map((video, column) =>
          cardOf(video, { row, column, columns, count: videos.length, top: start - top }),
        ),
    )
  return (
    <>
      <ul
        ref={list}
        className={isWindowed ? styles.windowedVideos : styles.videos}
        style={isWindowed ? { blockSize: rows.getTotalSize() } : undefined}
        onFocus={onFocus}
      >
        {isWindowed ? windowed : shown.map((video) => cardOf(video))}
      </ul>
      {shown.length < videos.length ? (
        <Button variant="secondary" onClick={onExpand}>
          Show more
          <span className="visually-hidden"> videos, {videos.length} in total</span>
        </Button>
      ) : null}
    </>
  )
}

export default VideoList
