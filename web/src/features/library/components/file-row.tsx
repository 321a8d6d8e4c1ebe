import { lazy, Suspense, useState, type Ref } from 'react'
import { isOfficeFile, type FileClass } from '#shared/values/file-types.ts'
import { acceptsOtherProviders } from '#web/lib/consent.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { downloadFile, openFile } from '../open-file.ts'
import { rowId } from '../use-highlight.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'
import { ItemFacts } from './item-facts.tsx'
import { ItemLink } from './item-link.tsx'

/** Loaded on demand, because only some files need it. */
const PreviewDialog = lazy(() => import('./preview-dialog.tsx'))

const icons: Readonly<Record<Exclude<FileClass, 'image'>, IconName>> = { video: 'play', other: 'document' }

/** The place of a row in a list of which the page has only a part. */
export interface RowPlace {
  readonly ref: Ref<HTMLLIElement>
  readonly index: number
  readonly count: number
  /** Distance from the start of the list, in pixels. */
  readonly top: number
}

interface FileRowProps {
  readonly file: LibraryFile
  readonly highlighted: boolean
  readonly place?: RowPlace
}

const placeProps = ({ ref, index, count, top }: RowPlace) => ({
  ref,
  'data-index': index,
  'aria-setsize': count,
  'aria-posinset': index + 1,
  style: { transform: `translateY(${top}px)` },
})

/** Opens and saves a file. Asks before a file goes to the preview of another provider, if the visitor wants that. */
const useFile = (file: LibraryFile) => {
  const [opening, setOpening] = useState(false)
  const [saving, setSaving] = useState(false)
  const [asking, setAsking] = useState(false)
  const open = () => {
    setAsking(false)
    if (opening) return
    setOpening(true)
    void openFile(file.id).finally(() => setOpening(false))
  }
  const save = () => {
    setAsking(false)
    setSaving(true)
    void downloadFile(file.id).finally(() => setSaving(false))
  }
  const askOrOpen = () => (isOfficeFile(file.fileName) && !acceptsOtherProviders() ? setAsking(true) : open())
  const question = asking && (
    <Suspense fallback={null}>
      <PreviewDialog title={file.title} onOpen={open} onSave={save} onClose={() => setAsking(false)} />
    </Suspense>
  )
  return { opening, saving, askOrOpen, save, question }
}

/** A file of the library. A click on its title opens it. */
export const FileRow = ({ file, highlighted, place }: FileRowProps) => {
  const { opening, saving, askOrOpen, save, question } = useFile(file)
  return (
    <li
      id={rowId(file.id)}
      className={classNames(styles.row, highlighted && styles.highlighted)}
      {...(place ? placeProps(place) : {})}
    >
      <button type="button" className={styles.file} onClick={askOrOpen} aria-busy={opening || undefined}>
        {file.fileClass === 'image' ? (
          <ImageThumbnail key={file.changedAt} path={file.id} changedAt={file.changedAt} />
        ) : (
          <span className={styles.picture}>
            <Icon name={icons[file.fileClass]} size={24} className={styles.kind} />
          </span>
        )}
        <span className={styles.text}>
          <span className={styles.title}>{file.title}</span>
          <span className={styles.description}>{file.description}</span>
        </span>
        {opening ? <Spinner label="Opening" size={18} /> : <Icon name="external" size={18} />}
        <span className="visually-hidden">Opens in a new tab</span>
      </button>
      <div className={styles.about}>
        <ItemFacts item={file} />
        <div className={styles.actions}>
          <Button
            variant="quiet"
            size="small"
            loading={saving}
            onClick={save}
            aria-label={`Download ${file.title}`}
          >
            Download
          </Button>
          <ItemLink item={file} />
        </div>
      </div>
      {question}
    </li>
  )
}
