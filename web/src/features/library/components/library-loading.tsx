import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../library.module.css'

/** The place of the library while it is on its way. */
export const LibraryLoading = ({ slow }: { slow: boolean }) => (
  <div className={styles.loading}>
    <p role="status">
      {slow ? 'Still loading the library. This takes longer than usual…' : 'Loading the library…'}
    </p>
    <Skeleton height="3rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
  </div>
)
