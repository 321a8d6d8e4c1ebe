import * as paths from '#shared/values/site-map.ts'
import { privacySections, privacySince } from '#web/content/privacy.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Document } from './document.tsx'

/** `/privacy` */
const PrivacyPage = () => (
  <>
    <PageMeta
      title="Privacy Policy"
      description="What data we collect, why, how long we keep it, and how you can see, correct, export or delete it."
      path={paths.privacy}
    />
    <Document
      title="Privacy Policy"
      lead="What data we hold about you, how we use it and what rights you have."
      since={privacySince}
      sections={privacySections}
    />
  </>
)

export default PrivacyPage
