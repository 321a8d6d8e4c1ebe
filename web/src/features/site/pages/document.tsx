import type { ReactNode } from 'react'
import type { DocumentSection } from '../../../content/document-section.ts'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import styles from './pages.module.css'

export interface DocumentProps {
  readonly title: string
  readonly lead: ReactNode
  /** What stands between the heading and the text, e.g. the date of the law. */
  readonly notice?: ReactNode
  /** Since when the text has been in force. */
  readonly since?: string
  readonly sections: readonly DocumentSection[]
}

/** A long text with its table of contents, set to be read and printed. */
export const Document = ({ title, lead, notice, since, sections }: DocumentProps) => (
  <PageBody>
    <PageHeading title={title} lead={lead} />
    <div className={styles.document}>
      <nav aria-label="On this page" className={styles.contents} data-no-print>
        <h2>On this page</h2>
        <ol>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.prose}>
        {notice}
        {since ? <p className={styles.since}>In force since {since}</p> : null}
        {sections.map(({ id, title: name, body }) => (
          <section key={id} id={id}>
            <h2>{name}</h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  </PageBody>
)
