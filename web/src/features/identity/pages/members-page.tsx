import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { DebugPanel } from '../components/debug-panel.tsx'
import { MembersSignIn } from '../components/members-sign-in.tsx'
import styles from '../identity.module.css'
import { useLeaveWhenSignedIn } from '../use-leave-when-signed-in.ts'

const benefits: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'clock',
    title: 'Priority Support',
    text: 'An adviser who knows lettings law, six days a week; out of hours, an answer on the next working day.',
  },
  {
    icon: 'lock',
    title: 'Members-Only Access',
    text: 'Guides, fact sheets and videos for England and Wales that only members can open.',
  },
  {
    icon: 'chat',
    title: 'Community / Exclusive Live Chat',
    text: 'Live chat with our advisers, as often as you need it, within chat hours.',
  },
  {
    icon: 'document',
    title: 'Premium Tools',
    text: 'Templates, forms and checklists to download.',
  },
]

/** `/members`: what membership brings, and the sign-in for those who have it. */
const MembersPage = () => {
  const { user, loading } = useSession()
  useLeaveWhenSignedIn(paths.home)
  return (
    <PageBody>
      <PageMeta
        title="Members Area"
        description="Sign in to the Members Area: live chat with advisers, guides, templates and videos."
        path={paths.members}
      />
      <PageHeading title="Members Area" lead="Everything that your membership includes, in one place." />
      <div className={styles.members}>
        {user || loading ? (
          <Card>
            <Spinner label="Loading" />
          </Card>
        ) : (
          <MembersSignIn />
        )}
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

export default MembersPage
