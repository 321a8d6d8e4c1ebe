import type { FileClass } from '#shared/values/file-types.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from '../library.module.css'

const icons: Readonly<Record<FileClass, IconName>> = { image: 'image', video: 'play', other: 'document' }

/** The icon of a file, in the place of a thumbnail. */
export const FileIcon = ({ fileClass }: { fileClass: FileClass }) => (
  <Icon name={icons[fileClass]} size={24} className={styles.kind} />
)
