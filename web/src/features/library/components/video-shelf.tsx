import { useState } from 'react'
import { listPreviewCount } from '../../../../../shared/values/limits.ts'
import { useAnswer } from '../../../lib/use-answer.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { listMediaLinks } from '../api/list-media-links.ts'
import styles from '../library.module.css'
import { LibraryLoading } from './library-loading.tsx'
import { VideoCard } from './video-card.tsx'

/** The first videos, and the rest at a press. */
const VideoShelf = () => {
  const { answer, retry } = useAnswer(listMediaLinks)
  const [expanded, setExpanded] = useState(false)
  if (answer.state === 'loading') return <LibraryLoading slow={answer.slow} />
  if (answer.state === 'failed') return <Failed message={answer.message} onRetry={retry} />
  const { data: videos } = answer.data
  if (videos.length === 0) return <EmptyState title="No YouTube videos yet." />
  const shown = expanded ? videos : videos.slice(0, listPreviewCount)
  return (
    <>
      <ul className={styles.videos}>
        {shown.map((link) => (
          <VideoCard key={link.id} link={link} />
        ))}
      </ul>
      {shown.length < videos.length ? (
        <Button variant="secondary" onClick={() => setExpanded(true)}>
          Show more
          <span className="visually-hidden"> videos, {videos.length} in all</span>
        </Button>
      ) : null}
    </>
  )
}

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <LoadFailed title="The videos could not be loaded" onRetry={onRetry}>
    {message}
  </LoadFailed>
)

export default VideoShelf
