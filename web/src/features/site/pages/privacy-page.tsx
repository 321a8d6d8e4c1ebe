import { privacySections, privacySince } from '../../../content/privacy.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Document } from './document.tsx'

/** `/privacy` */
const PrivacyPage = () => (
  <>
    <PageMeta
      title="Privacy Policy"
      description="What we collect, why, how long we keep it, and how you see, correct, take away or delete it."
      path="/privacy"
    />
    <Document
      title="Privacy Policy"
      lead="What we know about you, what we do with it, and what you can do about it."
      since={privacySince}
      sections={privacySections}
    />
  </>
)

export default PrivacyPage
