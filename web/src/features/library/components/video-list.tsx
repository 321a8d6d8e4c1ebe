import { useState } from 'react'
import { listPreviewCount } from '#shared/values/limits.ts'
import { useResult } from '#web/lib/use-result.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { listMediaLinks } from '../api.ts'
import styles from '../library.module.css'
import { LibraryLoading } from './library-loading.tsx'
import { VideoCard } from './video-card.tsx'

/** Lists the first videos, with a button that shows the rest. */
const VideoList = () => {
  const { result, retry } = useResult(listMediaLinks)
  const [expanded, setExpanded] = useState(false)
  if (result.state === 'loading') return <LibraryLoading slow={result.slow} />
  if (result.state === 'failed') return <Failed message={result.message} onRetry={retry} />
  const { data: videos } = result.data
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
          <span className="visually-hidden"> videos, {videos.length} in total</span>
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

export default VideoList
