import type { Referral } from '../../../../../shared/contract/referrals.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { listReferrals } from '../api/list-referrals.ts'
import { useList } from '../use-list.ts'
import { AnalyticsReport } from './analytics-report.tsx'
import { CreateLink } from './create-link.tsx'
import { LinkList } from './link-list.tsx'
import { ReferrerStatistics } from './referrer-statistics.tsx'
import styles from './referrals.module.css'

const load = async (): Promise<readonly Referral[]> => (await listReferrals()).data

/** `/admin/referrals`: the links of those who bring people in, and what came of them. */
const ReferralsSection = () => {
  const links = useList(load, 'Failed to load referrals')
  const reload = () => void links.reload()
  return (
    <>
      <PageHeading
        title="Referrals"
        lead="Links that referrers pass on. A use is a sign-up with a confirmed email address."
      />
      <div className={styles.desk}>
        <CreateLink onCreated={reload} />
        <ReferrerStatistics links={links.items ?? []} />
        <LinkList list={links} />
        <AnalyticsReport />
      </div>
    </>
  )
}

export default ReferralsSection
