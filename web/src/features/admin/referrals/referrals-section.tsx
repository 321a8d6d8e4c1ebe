import { useState } from 'react'
import type { Referral } from '../../../../../shared/contract/referrals.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { listReferrals } from '../api/list-referrals.ts'
import { useList } from '../use-list.ts'
import { AnalyticsReport } from './analytics-report.tsx'
import { CreateLink, type MadeLink } from './create-link.tsx'
import { LinkList } from './link-list.tsx'
import { ReferrerStatistics } from './referrer-statistics.tsx'
import styles from './referrals.module.css'

const load = async (): Promise<readonly Referral[]> => (await listReferrals()).data

/** `/admin/referrals`: the links of those who bring people in, and what came of them. */
const ReferralsSection = () => {
  const links = useList(load, 'Failed to load referrals')
  const [made, setMade] = useState<MadeLink>()
  const onCreated = (link: MadeLink) => {
    setMade(link)
    void links.reload()
  }
  const onChanged = (token: string) => {
    // Rotated or revoked, it is no longer one to pass on.
    if (made?.token === token) setMade(undefined)
    void links.reload()
  }
  return (
    <>
      <PageHeading
        title="Referrals"
        lead="Links that referrers pass on. A use is a sign-up with a confirmed email address."
      />
      <div className={styles.desk}>
        <CreateLink made={made} onCreated={onCreated} />
        <ReferrerStatistics links={links.items ?? []} />
        <LinkList list={links} onChanged={onChanged} />
        <AnalyticsReport />
      </div>
    </>
  )
}

export default ReferralsSection
