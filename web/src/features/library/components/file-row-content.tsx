import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type LibraryFile, rowId } from '../items.ts'
import styles from '../library.module.css'
import { FileIcon } from './file-icon.tsx'
import { ItemFacts } from './item-facts.tsx'
import { ItemLink } from './item-link.tsx'

/** The place of a row in a long list, when the page contains only a part of it. */
export interface RowPlace {
  readonly ref: Ref<HTMLLIElement>
  readonly index: number
  readonly count: number
  /** Distance from the start of the list, in pixels. */
  readonly top: number
}

interface FileRowContentProps {
  readonly file: LibraryFile
  readonly highlighted?: boolean
  readonly place?: RowPlace | undefined
  /** The picture of the file. Default: an icon. */
  readonly picture?: ReactNode
  readonly history: ReactNode
  readonly opening?: boolean
  readonly saving?: boolean
  readonly onOpen?: () => void
  readonly onSave?: () => void
  readonly children?: ReactNode
}

const placeProps = ({ ref, index, count, top }: RowPlace) => ({
  ref,
  'data-index': index,
  'aria-setsize': count,
  'aria-posinset': index + 1,
  style: { transform: `translateY(${top}px)` },
})

/**
 * The look of a file's row. It has no state of its own and calls nothing, because the first rows are shown before the
 * app has loaded: see `web/src/app/early/rows.tsx`.
 */
export const FileRowContent = (props: FileRowContentProps) => {
  const { file, highlighted, place, picture, history, opening, saving, onOpen, onSave, children } = props
  return (
    <li
      id={rowId(file.id)}
      className={classNames(styles.row, highlighted && styles.highlighted)}
      {...(place ? placeProps(place) : {})}
    >
      <button type="button" className={styles.file} onClick={onOpen} aria-busy={opening || undefined}>
        {picture ?? (
          <span className={styles.picture}>
            <FileIcon fileClass={file.fileClass} />
          </span>
        )}
        <span className={styles.text}>
          <span dir="auto" className={styles.title}>
            {file.title}
          </span>
          <span dir="auto" className={styles.description}>
            {file.description}
          </span>
        </span>
        {opening ? <Spinner label="Opening" size={18} /> : <Icon name="external" size={18} />}
        <span className="visually-hidden">Opens in a new tab</span>
      </button>
      <div className={styles.about}>
        <ItemFacts item={file}>{history}</ItemFacts>
        <div className={styles.actions}>
          <Button
            variant="quiet"
            size="small"
            loading={saving === true}
            onClick={onSave}
            aria-label={`Download ${file.title}`}
          >
            Download
          </Button>
          <ItemLink item={file} />
        </div>
      </div>
      {children}
    </li>
  )
}
