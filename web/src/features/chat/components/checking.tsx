import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from '../chat.module.css'

/** While the server is asked what opens the chat for this visitor. */
export const Checking = () => (
  <div className={styles.checking} role="status">
    <p className={styles.soft}>Checking your access…</p>
    <Skeleton height="14rem" />
  </div>
)
