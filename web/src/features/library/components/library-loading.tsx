import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../library.module.css'

/** The placeholder of the library while it loads. */
export const LibraryLoading = ({ slow }: { slow: boolean }) => (
  <div className={styles.loading}>
    <p role="status">
      {slow ? 'Still loading the library. This is taking longer than usual…' : 'Loading the library…'}
    </p>
    <Skeleton height="3rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="4.5rem" />
  </div>
)
