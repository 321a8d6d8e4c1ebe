import { useState } from 'react'
import type { FileClass } from '#shared/values/file-types.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { openFile } from '../open-file.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'

const icons: Readonly<Record<Exclude<FileClass, 'image'>, IconName>> = { video: 'play', other: 'document' }

/** Returns the id of a file's row, which a search hit scrolls to. */
export const rowId = (path: string): string => `file-${path}`

/** A file of the library. A click opens it. */
export const FileRow = ({ file, highlighted }: { file: LibraryFile; highlighted: boolean }) => {
  const [opening, setOpening] = useState(false)
  const open = () => {
    if (opening) return
    setOpening(true)
    void openFile(file.path).finally(() => setOpening(false))
  }
  return (
    <li id={rowId(file.path)} className={classNames(styles.row, highlighted && styles.highlighted)}>
      <button type="button" className={styles.file} onClick={open} aria-busy={opening || undefined}>
        {file.fileClass === 'image' ? (
          <ImageThumbnail path={file.path} />
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
    </li>
  )
}
