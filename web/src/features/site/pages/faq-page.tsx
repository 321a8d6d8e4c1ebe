import { brand } from '../../../../../shared/values/brand.ts'
import type { DocumentSection } from '../../../content/document-section.ts'
import { lawAsAt, questions, rentersRights, type Question } from '../../../content/faq.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
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

const Answer = ({ countries, answer }: Pick<Question, 'countries' | 'answer'>) => (
  <>
    <Countries countries={countries} />
    {answer.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </>
)

const sections: readonly DocumentSection[] = [
  ...questions.map((entry) => ({ id: entry.id, title: entry.question, body: <Answer {...entry} /> })),
  {
    id: 'renters-rights-bill',
    title: 'Renters Rights Bill',
    body: rentersRights.map((entry) => (
      <div key={entry.id}>
        <h3>{entry.question}</h3>
        <Answer {...entry} />
      </div>
    )),
  },
]

/** `/faq` */
const FaqPage = () => (
  <>
    <PageMeta
      title="FAQ"
      description="Short answers to the lettings questions we are asked most, for England and for Wales, with the date of the law they state."
      path="/faq"
    />
    <Document
      title="FAQ"
      lead="Short answers to the lettings questions that we are asked most. Each says which country it is for."
      notice={
        <Alert title={`Law as at ${lawAsAt}`}>
          These answers are general and leave things out. Before you act on one, put your case to an adviser
          of {brand.name} or to a solicitor.
        </Alert>
      }
      sections={sections}
    />
  </>
)

export default FaqPage
