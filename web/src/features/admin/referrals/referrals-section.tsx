import { useState } from 'react'
import type { Referral } from '#shared/contract/referrals.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { listReferrals } from '../api.ts'
import { useLoadFailureToast } from '../use-load-failure-toast.ts'
import { AnalyticsReport } from './analytics-report.tsx'
import { CreateLink, type CreatedLink } from './create-link.tsx'
import { LinkList } from './link-list.tsx'
import { ReferrerStatistics } from './referrer-statistics.tsx'
import styles from './referrals.module.css'

const load = async (): Promise<readonly Referral[]> => (await listReferrals()).data

/** `/admin/referrals`: creates and lists referral links, and shows their uses. */
const ReferralsSection = () => {
  const links = useLoaded(load)
  useLoadFailureToast(links, 'Failed to load referrals')
  const [created, setCreated] = useState<CreatedLink>()
  const onCreated = (link: CreatedLink) => {
    setCreated(link)
    void links.reload()
  }
  const onChanged = (token: string) => {
    // A rotated or revoked link must not be shared.
    if (created?.token === token) setCreated(undefined)
    void links.reload()
  }
  return (
    <>
      <PageHeading
        title="Referrals"
        lead="Links for referrers to share. A use is a sign-up with a confirmed email address."
      />
      <div className={styles.cards}>
        <CreateLink created={created} onCreated={onCreated} />
        <ReferrerStatistics links={links.data ?? []} />
        <LinkList list={links} onChanged={onChanged} />
        <AnalyticsReport />
      </div>
    </>
  )
}

export default ReferralsSection
