import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OpeningStatus } from '../../../../../shared/rules/opening-hours.ts'
import { OpeningHours } from '../../../content/opening-hours.tsx'
import * as paths from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { Door } from '../../../ui/door.tsx'
import { PageBody } from '../../../ui/page-body.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageMeta } from '../../../ui/page-meta.tsx'
import { openChat, useChatSession } from '../chat-session.ts'
import type { ChatSession } from '../chat-session.ts'
import styles from '../chat.module.css'
import { AccessBanner } from '../components/access-banner.tsx'
import { AccessUnknown } from '../components/access-unknown.tsx'
import { Checking } from '../components/checking.tsx'
import { ChatPanel } from '../components/chat-panel.tsx'
import { OpeningBadge } from '../components/opening-badge.tsx'
import { PassClock } from '../components/pass-clock.tsx'
import { PassOffer } from '../components/pass-offer.tsx'
import { SessionBanners } from '../components/session-banners.tsx'
import { TicketPanel } from '../components/ticket-panel.tsx'
import type { Holder } from '../holder.ts'
import { useHolder } from '../use-holder.ts'
import { useOpeningStatus } from '../use-opening-status.ts'
import { useSessionEnd } from '../use-pass-clock.ts'
import { usePassTime } from '../use-pass-time.ts'

/** `/livechat`: whether advisers are in, and the way to them. */
const LiveChatPage = () => {
  const status = useOpeningStatus()
  return (
    <PageBody>
      <PageMeta
        title="Live Chat Support"
        description="Ask an adviser about lettings in England and Wales by live chat, Monday to Saturday: with a subscription, or with a one-time 30-minute pass and no account."
        path={paths.liveChat}
      />
      <PageHeading
        title="Live Chat Support"
        lead="Ask a person who knows lettings law in England and Wales, and have the answer while you wait."
        drawing={<Door colour="advice" state={status?.isOpen ? 'open' : 'closed'} height={128} />}
      />
      <OpeningBadge status={status} />
      <div className={styles.page}>
        <Chat status={status} />
        <Aside />
      </div>
    </PageBody>
  )
}

const Aside = () => (
  <aside className={styles.aside}>
    <Card title="Business hours">
      <div className={styles.flow}>
        <OpeningHours />
        <p className={styles.soft}>
          London time. Closed on the bank holidays of England and Wales. Outside these hours the member
          library is open, and members can submit a ticket.
        </p>
      </div>
    </Card>
  </aside>
)

const Chat = ({ status }: { readonly status: OpeningStatus | undefined }) => {
  const { user, loading } = useSession()
  const holder = useHolder()
  const session = useChatSession()
  usePassTime(holder, session)
  useOpenAtOnce(holder, session)
  const signedIn = user !== null
  const end = useSessionEnd(holder, signedIn)
  // The hours decide what those who may chat are offered: all of it is drawn at once.
  const isChecking = holder.kind === 'checking' || (mayOpen(holder) && status === undefined)
  const offersTicket = holder.kind === 'member' && needsTicket(status, session)
  return (
    <div className={styles.main}>
      <div className={styles.standing} role="status">
        <ul>
          <AccessBanner holder={holder} signedIn={signedIn} />
          <SessionBanners holder={holder} session={session} end={end} />
        </ul>
      </div>
      {holder.kind === 'unknown' ? <AccessUnknown signedIn={signedIn} /> : null}
      {end === null ? null : (
        <PassClock endsAt={end} isOpen={status?.isOpen ?? false} signedIn={isAccountPass(holder)} />
      )}
      {loading ? <BeforeKnown /> : null}
      {!loading && isChecking ? <Checking /> : null}
      {mayOpen(holder) && !isChecking ? (
        <ChatPanel
          session={session}
          status={status}
          offersTicket={offersTicket}
          onOpen={() => void openChat(holder)}
        />
      ) : null}
      {loading || holder.kind === 'nobody' ? (
        // The same element before and after: a click that waited for the app must find it.
        <span
          data-when={loading ? 'signed-out' : 'known'}
          className={loading ? styles.withoutPass : undefined}
        >
          <PassOffer status={status} signedIn={signedIn} />
        </span>
      ) : null}
      {offersTicket ? <TicketPanel /> : null}
    </div>
  )
}

/** In prerendered HTML, where the marks of the boot script show one of them, or the offer of a pass. */
const BeforeKnown = () => (
  <>
    <span data-when="signed-out" className={styles.withPass}>
      <Checking />
    </span>
    <span data-when="signed-in">
      <Checking />
    </span>
  </>
)

const mayOpen = ({ kind }: Holder): boolean => kind === 'member' || kind === 'pass'

const isAccountPass = (holder: Holder): boolean => holder.kind === 'pass' && holder.guestKey === undefined

/** While the chat is closed, and at any hour when it does not come. */
const needsTicket = (status: OpeningStatus | undefined, { phase }: ChatSession): boolean =>
  status?.isOpen === false || phase === 'failed' || phase === 'not configured'

/** `?open=chat` opens the chat at once, for those who may. */
const useOpenAtOnce = (holder: Holder, { phase }: ChatSession): void => {
  const [query] = useSearchParams()
  const isWanted = query.get('open') === 'chat' && mayOpen(holder) && phase === 'idle'
  useEffect(() => {
    if (isWanted) void openChat(holder)
  }, [isWanted, holder])
}

export default LiveChatPage
