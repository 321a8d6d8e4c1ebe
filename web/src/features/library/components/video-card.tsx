import { type CSSProperties, useState } from 'react'
import { embedUrl, thumbnailUrl, videoIdOf } from '#shared/rules/youtube.ts'
import { Icon } from '#web/ui/icon.tsx'
import { DecorativeImage } from '#web/ui/decorative-image.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type LibraryVideo, rowId } from '../items.ts'
import library from '../library.module.css'
import { ItemFacts } from './item-facts.tsx'
import { ItemHistory } from './item-history.tsx'
import { ItemLink } from './item-link.tsx'
import styles from './videos.module.css'

/** The place of a card in a long list, when the page contains only a part of it. */
export interface CardPlace {
  readonly row: number
  readonly column: number
  /** Number of cards in a row. */
  readonly columns: number
  readonly count: number
  /** Distance from the start of the list, in pixels. */
  readonly top: number
}

const placeProps = ({ row, column, columns, count, top }: CardPlace) => ({
  'data-row': row,
  'aria-setsize': count,
  'aria-posinset': row * columns + column + 1,
  style: { '--column': column, '--columns': columns, insetBlockStart: `${top}px` } as CSSProperties,
})

interface VideoCardProps {
  readonly video: LibraryVideo
  readonly highlighted: boolean
  readonly place?: CardPlace | undefined
}

/** A video with its thumbnail. A click replaces the thumbnail with YouTube's player, which is not loaded before. */
export const VideoCard = ({ video, highlighted, place }: VideoCardProps) => {
  const { link, title } = video
  const videoId = link.video_id ?? videoIdOf(link.url)
  return (
    <li
      id={rowId(video.id)}
      className={classNames(styles.video, highlighted && library.highlighted)}
      data-video={video.id}
      {...(place ? placeProps(place) : {})}
    >
      {videoId === undefined ? (
        <div className={styles.screen}>
          <p className={styles.invalid}>Invalid video link</p>
        </div>
      ) : (
        <Screen videoId={videoId} title={title} />
      )}
      <p dir="auto" className={styles.videoTitle}>
        {title}
      </p>
      <ItemFacts item={video}>
        <ItemHistory item={video} />
      </ItemFacts>
      <ItemLink item={video} />
    </li>
  )
}

/** The pressed button has been removed. Without this, keyboard users would start at the top of the page again. */
const focus = (player: HTMLIFrameElement | null): void => player?.focus()

const Screen = ({ videoId, title }: { videoId: string; title: string }) => {
  const [playing, setPlaying] = useState(false)
  if (playing)
    return (
      <div className={styles.screen}>
        <iframe
          ref={focus}
          src={embedUrl(videoId, { autoplay: true })}
          title={title}
          allow="autoplay; fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    )
  return (
    <button type="button" className={styles.screen} onClick={() => setPlaying(true)}>
      <DecorativeImage src={thumbnailUrl(videoId)} width={320} height={180} />
      <span className={styles.play}>
        <Icon name="play" size={26} />
      </span>
      <span className="visually-hidden">Play video: {title}</span>
    </button>
  )
}
