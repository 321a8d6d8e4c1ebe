import type { ReactNode } from 'react'
import styles from './page-body.module.css'

/** Limits the content of a page to a readable width. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)
