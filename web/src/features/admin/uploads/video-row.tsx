import type { MediaLink } from '../../../../../shared/contract/library.ts'
import { thumbnailUrl, videoIdOf } from '../../../../../shared/rules/youtube.ts'
import { Still } from '../../../ui/still.tsx'
import { deleteMediaLink } from '../api/delete-media-link.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import styles from './uploads.module.css'

/** One video of the library. */
export const VideoRow = ({ link, onDeleted }: { link: MediaLink; onDeleted: () => void }) => {
  const videoId = link.video_id ?? videoIdOf(link.url)
  const name = link.title ?? link.url
  return (
    <li className={styles.row}>
      {videoId === undefined ? null : (
        <Still src={thumbnailUrl(videoId)} width={96} height={54} className={styles.still} />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{link.title ?? 'Untitled video'}</p>
        <p className={styles.quiet}>{videoId === undefined ? 'Invalid video link' : link.url}</p>
      </div>
      <div className={styles.actions}>
        <ConfirmDelete thing="video" name={name} act={() => deleteMediaLink(link.id)} onDone={onDeleted}>
          {name} goes from the library for all members. On YouTube it stays.
        </ConfirmDelete>
      </div>
    </li>
  )
}
