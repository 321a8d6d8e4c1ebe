import { useEffect, useRef, useState } from 'react'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import type { DocumentSection } from '#web/content/document-section.ts'
import { questions, rentersRights, type Question } from '#web/content/faq.ts'
import { dayText } from '#web/lib/dates.ts'
import { numberOf } from '#web/lib/number-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import { Document } from './document.tsx'
import { findAnswers } from './faq-search.ts'
import styles from './document.module.css'

const Countries = ({ countries }: Pick<Question, 'countries'>) => (
  <p className={styles.countries}>
    {countries.map((country) => (
      <Badge key={country} tone={country === 'England' ? 'blue' : 'signal'}>
        {country}
      </Badge>
    ))}
  </p>
)

/** The date of the law that an answer describes, its sources and its own link. */
const Provenance = ({ id, question, lawAsAt, sources }: Question) => (
  <p className={styles.provenance}>
    Law as at {dayText(lawAsAt)}. Sources:{' '}
    {sources.map(({ title, url }, index) => (
      <span key={url}>
        {index > 0 ? '; ' : null}
        <a href={url}>{title}</a>
      </span>
    ))}
    .{' '}
    <a href={`#${id}`} className="unbroken" data-no-print>
      Link to this answer<span className="visually-hidden">: {question}</span>
    </a>
  </p>
)

const FaqAnswer = (entry: Question) => (
  <>
    <Countries countries={entry.countries} />
    {entry.answer.map((paragraph) => (
      <p key={paragraph}>{unbroken(paragraph)}</p>
    ))}
    <Provenance {...entry} />
  </>
)

/** The questions that a search found, grouped as on the whole page. */
const sectionsOf = (found: readonly Question[]): readonly DocumentSection[] => {
  const billQuestions = rentersRights.filter((entry) => found.includes(entry))
  const bill = {
    id: 'renters-rights-bill',
    title: 'Renters Rights Bill',
    body: billQuestions.map((entry) => (
      <div key={entry.id} id={entry.id}>
        <h3>{entry.question}</h3>
        <FaqAnswer {...entry} />
      </div>
    )),
  }
  return [
    ...questions
      .filter((entry) => found.includes(entry))
      .map((entry) => ({ id: entry.id, title: entry.question, body: <FaqAnswer {...entry} /> })),
    ...(billQuestions.length > 0 ? [bill] : []),
  ]
}

interface SearchProps {
  /** Number of answers found. Undefined without a search. */
  readonly count: number | undefined
  readonly onSearch: (text: string) => void
}

const Search = ({ count, onSearch }: SearchProps) => {
  const field = useRef<HTMLInputElement>(null)
  // Text that the visitor typed before the app was ready.
  useEffect(() => {
    if (field.current?.value) onSearch(field.current.value)
  }, [onSearch])
  return (
    <search className={styles.search} data-app data-needs-script data-no-print>
      <TextField
        ref={field}
        type="search"
        label="Search the answers"
        autoComplete="off"
        onChange={({ target }) => onSearch(target.value)}
      />
      <p role="status">
        {/* An element, because a text that the browser has translated could not be removed. */}
        {count === 0 ? (
          <span>No answer contains all of these words. Try fewer words, or ask an adviser in live chat.</span>
        ) : null}
        {count ? (
          <span key={count} className="visually-hidden">
            {numberOf(count, 'answer')} found
          </span>
        ) : null}
      </p>
    </search>
  )
}

/** `/faq` */
const FaqPage = () => {
  const [search, setSearch] = useState('')
  const found = findAnswers(search)
  return (
    <>
      <PageMeta
        title="FAQ"
        description="Short answers to the lettings questions we’re asked most often, for England and Wales, each with its sources and the date of the law it describes."
        path={paths.faq}
      />
      <Document
        title="FAQ"
        lead="Short answers to the lettings questions we’re asked most often. Each one says which country it’s for, and when we last checked it."
        search={<Search count={search.trim() === '' ? undefined : found.length} onSearch={setSearch} />}
        notice={
          <Alert>
            {/* One text, not three: the box would grow as the second and third arrive. */}
            {`These answers are general and don’t cover every case. Before you act on one, ask a ${brand.name} adviser or a solicitor about your case.`}
          </Alert>
        }
        sections={sectionsOf(found)}
      />
    </>
  )
}

export default FaqPage
