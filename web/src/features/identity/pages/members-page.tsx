import { useState } from 'react'
import * as paths from '#shared/values/site-map.ts'
import { useAccess } from '#web/lib/access.ts'
import { planOfThisTab } from '#web/lib/saved-plan.ts'
import { useSession } from '#web/lib/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DebugPanel } from '../components/debug-panel.tsx'
import { MembersSignIn } from '../components/members-sign-in.tsx'
import styles from '../identity.module.css'
import { useRedirectWhenSignedIn } from '../use-redirect-when-signed-in.ts'

const benefits: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'clock',
    title: 'Priority Support',
    text: 'Talk to an adviser who knows lettings law, six days a week. Outside chat hours, we answer your ticket the next working day.',
  },
  {
    icon: 'lock',
    title: 'Members-Only Access',
    text: 'Guides, fact sheets and videos for England and Wales that only members can open.',
  },
  {
    icon: 'chat',
    title: 'Community / Exclusive Live Chat',
    text: 'Chat with our advisers as often as you need to, during chat hours.',
  },
  {
    icon: 'document',
    title: 'Premium Tools',
    text: 'Templates, forms and checklists to download.',
  },
]

/** `/members`: the benefits of membership and a sign-in card. */
const MembersPage = () => {
  const { user, loading } = useSession()
  useRedirectWhenSignedIn(useDestination())
  return (
    <PageBody>
      <PageMeta
        title="Members Area"
        description="Sign in to the Members Area: live chat with advisers, guides, templates and videos."
        path={paths.members}
      />
      <PageHeading title="Members Area" lead="Sign in to use everything that your membership includes." />
      <div className={styles.members}>
        {/* Both elements stay in place, so that hydration does not lose what the user is typing. */}
        <div data-when={loading ? 'signed-in' : undefined} hidden={!loading && !user}>
          <Card>
            <Spinner label="Loading" />
          </Card>
        </div>
        <div data-when={loading ? 'signed-out' : undefined} hidden={user !== null}>
          <MembersSignIn />
        </div>
        <ul className={styles.benefits}>
          {benefits.map(({ icon, title, text }) => (
            <li key={title}>
              <Card className={styles.benefit}>
                <Icon name={icon} size={24} />
                <h2>{title}</h2>
                <p>{text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </div>
      <DebugPanel />
    </PageBody>
  )
}

/**
 * Returns the page after sign-in: the plans for a user who chose one in this tab, signs in here and has no
 * subscription, otherwise the home page. Undefined until the access status is known.
 */
const useDestination = (): string | undefined => {
  const { user, loading } = useSession()
  const { access, loading: accessLoading, failed } = useAccess()
  const [arrivedSignedOut, setArrivedSignedOut] = useState(false)
  if (!loading && !user && !arrivedSignedOut) setArrivedSignedOut(true)
  if (!user || !arrivedSignedOut || planOfThisTab() === undefined) return paths.home
  if (accessLoading) return undefined
  return failed || access.isSubscribed || access.isAdmin ? paths.home : paths.subscribe
}

export default MembersPage
