import { memo } from 'react'
import type { MediaLink } from '#shared/contract/library.ts'
import { thumbnailUrl, videoIdOf } from '#shared/rules/youtube.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DecorativeImage } from '#web/ui/decorative-image.tsx'
import { deleteMediaLink } from '../api.ts'
import { deleteInThisTab } from './tab-deletions.ts'
import { ConfirmDelete } from './confirm-delete.tsx'
import { FactsEditor, useEditedFacts } from './facts-editor.tsx'
import type { FactsOfItem } from './library-facts.ts'
import styles from './uploads.module.css'
import type { OnEditing } from './use-kept-items.ts'

interface VideoRowProps {
  readonly link: MediaLink
  /** Undefined until they are known. */
  readonly facts: FactsOfItem | undefined
  readonly selected: boolean
  readonly onSelect: (id: string, selected: boolean) => void
  readonly onDeleted: () => void
  readonly onFactsSaved: () => Promise<void>
  readonly onEditing: OnEditing<MediaLink>
}

/**
 * A video of the library, with the buttons to change its facts and to delete it. Not rendered again while another video is
 * ticked.
 */
export const VideoRow = memo((props: VideoRowProps) => {
  const { link, selected, onSelect, onDeleted, onFactsSaved, onEditing } = props
  const { facts, setEditing } = useEditedFacts(props.facts, (isOpen) => onEditing(link, 'facts', isOpen))
  const videoId = link.video_id ?? videoIdOf(link.url)
  const name = link.title ?? link.url
  return (
    <li className={styles.row}>
      <Checkbox
        label={<span className="visually-hidden">Select {name}</span>}
        checked={selected}
        onChange={(event) => onSelect(link.id, event.target.checked)}
      />
      {videoId === undefined ? null : (
        <DecorativeImage src={thumbnailUrl(videoId)} width={96} height={54} className={styles.thumbnail} />
      )}
      <div className={styles.text}>
        <p dir="auto" className={styles.title}>
          {link.title ?? 'Untitled video'}
        </p>
        <p className={styles.quiet}>{videoId === undefined ? 'Invalid video link' : link.url}</p>
        {facts ? (
          <FactsEditor item={facts} onSaved={onFactsSaved} onDeleted={onDeleted} onEditing={setEditing} />
        ) : null}
      </div>
      <div className={styles.actions}>
        <ConfirmDelete
          itemKind="video"
          name={name}
          deleteItem={() => deleteInThisTab(link.id, deleteMediaLink)}
          onDone={onDeleted}
        >
          ‘{name}’ will be removed from the library for all members. It stays on YouTube.
        </ConfirmDelete>
      </div>
    </li>
  )
})
