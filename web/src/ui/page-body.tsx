import type { ReactNode } from 'react'
import styles from './page-body.module.css'

/** The readable width of a page of text, forms and cards. */
export const PageBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)
