import type { ReactNode } from 'react'
import styles from './pages.module.css'

/** The readable width of a page of text and cards. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)
