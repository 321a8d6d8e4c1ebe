import { Link } from 'react-router-dom'
import type { LibraryItem } from '../items.ts'
import { addressOf } from '../library-view.ts'
import styles from '../library.module.css'

/** A link to a file or video, which members can bookmark and share. */
export const ItemLink = ({ item: { kind, id, title } }: { item: LibraryItem }) => (
  <Link to={addressOf({ tab: kind, item: id })} className={styles.itemLink} aria-label={`Link to ${title}`}>
    Link
  </Link>
)
