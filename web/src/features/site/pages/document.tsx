import type { ReactNode } from 'react'
import { brand } from '#shared/values/brand.ts'
import type { DocumentSection } from '#web/content/document-section.ts'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './document.module.css'

export interface DocumentProps {
  readonly title: string
  readonly lead: ReactNode
  /** Shown above the table of contents. */
  readonly search?: ReactNode
  /** Shown directly above the text. */
  readonly notice?: ReactNode
  /** Date on which the text came into force, in words. */
  readonly since?: string
  readonly sections: readonly DocumentSection[]
}

/** Page for a long text with a table of contents. Its styles also suit printing. */
export const Document = ({ title, lead, search, notice, since, sections }: DocumentProps) => (
  <PageBody>
    <p className={styles.printed}>
      {brand.legalName}, {brand.supportEmail}
    </p>
    <PageHeading title={title} lead={lead} />
    {search}
    <div className={styles.document}>
      {sections.length > 0 ? (
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
      ) : null}
      <div className={styles.prose}>
        {notice}
        {since ? <p className={styles.since}>In force since {since}</p> : null}
        {sections.map(({ id, title: name, body }) => (
          <section key={id} id={id}>
            <h2>{name}</h2>
            {unbroken(body)}
          </section>
        ))}
      </div>
    </div>
  </PageBody>
)
