import { listPreviewCount } from '#shared/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import type { LibraryVideo } from '../items.ts'
import styles from '../library.module.css'
import { VideoCard } from './video-card.tsx'

interface VideoListProps {
  videos: readonly LibraryVideo[]
  /** Whether all videos are shown. */
  expanded: boolean
  onExpand: () => void
  /** The id of the chosen video. */
  highlighted: string | undefined
}

/** Lists the first videos, with a button that shows the rest. */
const VideoList = ({ videos, expanded, onExpand, highlighted }: VideoListProps) => {
  const shown = expanded ? videos : videos.slice(0, listPreviewCount)
  return (
    <>
      <ul className={styles.videos}>
        {shown.map((video) => (
          <VideoCard key={video.id} video={video} highlighted={video.id === highlighted} />
        ))}
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
