import * as paths from '#shared/values/site-map.ts'
import { termsSections, termsSince } from '#web/content/terms.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Document } from './document.tsx'

/** `/terms` */
const TermsPage = () => (
  <>
    <PageMeta
      title="Terms of Business and Service Provision"
      description="What the advice service covers, when it is available, how a subscription ends and which law governs it."
      path={paths.terms}
    />
    <Document
      title="Terms of Business and Service Provision"
      lead="What you can expect from us, and what we expect from you."
      since={termsSince}
      sections={termsSections}
    />
  </>
)

export default TermsPage
