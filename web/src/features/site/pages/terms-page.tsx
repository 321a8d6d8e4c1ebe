import { termsSections, termsSince } from '../../../content/terms.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Document } from './document.tsx'

/** `/terms` */
const TermsPage = () => (
  <>
    <PageMeta
      title="Terms of Business and Service Provision"
      description="What the advice service covers, when it is available, how a subscription ends, and the law that governs it."
      path="/terms"
    />
    <Document
      title="Terms of Business and Service Provision"
      lead="What you can expect of us, and we of you."
      since={termsSince}
      sections={termsSections}
    />
  </>
)

export default TermsPage
