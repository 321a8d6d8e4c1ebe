import type { ReactNode } from 'react'
import styles from './page-heading.module.css'
import { pageTitleId } from './page-title-id.ts'

export interface PageHeadingProps {
  readonly title: ReactNode
  /** One or two sentences about the purpose of the page. */
  readonly lead?: ReactNode
  /** A `Door` or another small drawing beside the title. */
  readonly drawing?: ReactNode
}

/** The main heading of a page. */
export const PageHeading = ({ title, lead, drawing }: PageHeadingProps) => (
  <div className={styles.heading}>
    <div>
      <h1 id={pageTitleId}>{title}</h1>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
    </div>
    {drawing ? <div className={styles.drawing}>{drawing}</div> : null}
  </div>
)
