import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../library.module.css'

/**
 * Heights of the placeholders, each about as high as a row. Together they are taller than a screen, so that the footer
 * does not move when the rows arrive.
 */
const rows = ['7rem', '7rem', '7rem', '7rem', '7rem']

/** The placeholder of a list while it loads. */
export const LibraryLoading = ({ slow }: { slow: boolean }) => (
  <div className={styles.loading} data-loading>
    <p role="status">
      {slow ? 'Still loading the library. This is taking longer than usual…' : 'Loading the library…'}
    </p>
    {rows.map((height, index) => (
      <Skeleton key={index} height={height} />
    ))}
  </div>
)
