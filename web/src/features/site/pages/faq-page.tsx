import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import type { DocumentSection } from '#web/content/document-section.ts'
import { lawAsAt, questions, rentersRights, type Question } from '#web/content/faq.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Document } from './document.tsx'
import styles from './pages.module.css'

const Countries = ({ countries }: Pick<Question, 'countries'>) => (
  <p className={styles.tags}>
    {countries.map((country) => (
      <Badge key={country} tone={country === 'England' ? 'blue' : 'signal'}>
        {country}
      </Badge>
    ))}
  </p>
)

const FaqAnswer = ({ countries, answer }: Pick<Question, 'countries' | 'answer'>) => (
  <>
    <Countries countries={countries} />
    {answer.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </>
)

const sections: readonly DocumentSection[] = [
  ...questions.map((entry) => ({ id: entry.id, title: entry.question, body: <FaqAnswer {...entry} /> })),
  {
    id: 'renters-rights-bill',
    title: 'Renters Rights Bill',
    body: rentersRights.map((entry) => (
      <div key={entry.id}>
        <h3>{entry.question}</h3>
        <FaqAnswer {...entry} />
      </div>
    )),
  },
]

/** `/faq` */
const FaqPage = () => (
  <>
    <PageMeta
      title="FAQ"
      description="Short answers to the lettings questions we’re asked most often, for England and Wales, with the date of the law they describe."
      path={paths.faq}
    />
    <Document
      title="FAQ"
      lead="Short answers to the lettings questions we’re asked most often. Each one says which country it’s for."
      notice={
        <Alert title={`Law as at ${lawAsAt}`}>
          These answers are general and don’t cover every case. Before you act on one, ask a {brand.name}{' '}
          adviser or a solicitor about your case.
        </Alert>
      }
      sections={sections}
    />
  </>
)

export default FaqPage
