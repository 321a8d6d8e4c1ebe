import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { FileClass } from '../../../../../shared/values/file-types.ts'
import type { LibraryFile } from '../files.ts'
import styles from '../library.module.css'
import { openFile } from '../open-file.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'

const icons: Readonly<Record<Exclude<FileClass, 'image'>, IconName>> = { video: 'play', other: 'document' }

/** The element that a search leads to. */
export const rowId = (path: string): string => `file-${path}`

/** One file: what it is, and the press that opens it. */
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
        <span className={styles.words}>
          <span className={styles.title}>{file.title}</span>
          <span className={styles.description}>{file.description}</span>
        </span>
        {opening ? <Spinner label="Opening" size={18} /> : <Icon name="external" size={18} />}
        <span className="visually-hidden">Opens in a new tab</span>
      </button>
    </li>
  )
}
