import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { DoorNotice } from '#web/components/door-texts.tsx'
import { OpeningHours } from '#web/components/opening-hours.tsx'
import { PaymentProblems } from '#web/components/payment-problems.tsx'
import { passMinutes } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { useAccess } from '#web/lib/access.ts'
import { useSession } from '#web/lib/session.ts'
import { storedInTab } from '#web/lib/browser-storage.ts'
import { Card } from '#web/ui/card.tsx'
import { Door } from '#web/ui/door.tsx'
import { PageBody } from '#web/ui/page-body.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChatAccess } from '../chat-access.ts'
import { openChat } from '../chat-session.ts'
import styles from '../chat.module.css'
import { AccessBanner } from '../components/access-banner.tsx'
import { AccessCheckFailed } from '../components/access-check-failed.tsx'
import { ChatPanel } from '../components/chat-panel.tsx'
import { EmailTranscript } from '../components/email-transcript.tsx'
import { KeptDraft } from '../components/kept-draft.tsx'
import { OpeningBadge } from '../components/opening-badge.tsx'
import { PassClock } from '../components/pass-clock.tsx'
import { PassNotice } from '../components/pass-notice.tsx'
import { PassOffer } from '../components/pass-offer.tsx'
import { SessionBanners } from '../components/session-banners.tsx'
import { TicketPanel } from '../components/ticket-panel.tsx'
import { useRestoredConversation } from '../conversation.ts'
import { type ChatSession, useChatSession } from '../session-state.ts'
import { hasDraftOfEndedSession, useHasTicketDraft } from '../ticket-draft.ts'
import { useChatAccess } from '../use-chat-access.ts'
import { useOpeningStatus } from '../use-opening-status.ts'
import { usePassTimer } from '../use-pass-timer.ts'
import { useSessionEnd } from '../use-session-end.ts'
import { whenVisible } from '../when-visible.ts'

/** `/livechat`: opening hours, the visitor's access, the chat and what can be bought. */
const LiveChatPage = () => {
  const status = useOpeningStatus()
  return (
    <PageBody>
      <PageMeta
        title="Live Chat Support"
        description={`Ask an adviser about lettings in England and Wales by live chat, Monday to Saturday. Use your subscription, or buy a one-time ${passMinutes}-minute pass without an account.`}
        path={paths.liveChat}
      />
      <PageHeading
        title="Live Chat Support"
        lead="Ask an adviser who knows lettings law in England and Wales, and get an answer while you wait."
        drawing={<Door colour="advice" height={128} />}
      />
      <OpeningBadge status={status} />
      <DoorNotice />
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
          All times are London time. We’re closed on bank holidays in England and Wales. Outside these hours,
          members can use the library and submit a ticket.
        </p>
      </div>
    </Card>
  </aside>
)

const Chat = ({ status }: { readonly status: OpeningStatus | undefined }) => {
  const { user, loading } = useSession()
  const access = useChatAccess()
  const session = useChatSession()
  usePassTimer(access, session)
  useRestoredConversation(access)
  useOpenOnArrival(access, session)
  const signedIn = user !== null
  const problems = usePaymentProblems(signedIn && access.kind === 'none')
  const end = useSessionEnd(access, signedIn)
  // The offer to visitors with access depends on the opening hours, so wait for both.
  const isChecking = access.kind === 'checking' || (hasChatAccess(access) && status === undefined)
  const hasDraft = useHasTicketDraft()
  const inConversation = session.inConversation || end !== null
  const offersTicket = (access.kind === 'member' && needsTicket(status, session)) || (hasDraft && signedIn)
  return (
    <div className={styles.main}>
      {/* By default, a change of one banner would be announced with all of the others. */}
      <div className={styles.banners} role="status" aria-atomic="false">
        <ul>
          <AccessBanner access={access} signedIn={signedIn} hasAdviserReply={session.hasAdviserReply} />
          <SessionBanners access={access} session={session} end={end} isOpen={status?.isOpen === true} />
        </ul>
      </div>
      {!loading && !signedIn && hasDraftOfEndedSession() ? <KeptDraft /> : null}
      {access.kind === 'unknown' ? <AccessCheckFailed signedIn={signedIn} /> : null}
      {end === null ? null : (
        <PassClock
          endsAt={end}
          isOpen={status?.isOpen ?? false}
          signedIn={isAccountPass(access)}
          isChatOpen={session.isOpen}
          pass={access.kind === 'pass' ? access : undefined}
        />
      )}
      {loading ? <PrerenderedChecking /> : null}
      {!loading && isChecking ? <Checking /> : null}
      {hasChatAccess(access) && !isChecking ? (
        <ChatPanel
          session={session}
          status={status}
          offersTicket={offersTicket}
          inConversation={inConversation}
          onOpen={() => void openChat(access)}
        />
      ) : null}
      <EmailTranscript session={session} />
      {problems === undefined ? null : <PaymentProblems {...problems} />}
      {loading || (access.kind === 'none' && problems === undefined) ? (
        // The element stays the same after hydration, so that a click that waited for the app reaches it.
        <span
          data-when={loading ? 'signed-out' : 'known'}
          className={loading ? styles.withoutPass : undefined}
        >
          <PassNotice />
          <PassOffer status={status} signedIn={signedIn} />
        </span>
      ) : null}
      {offersTicket ? <TicketPanel /> : null}
    </div>
  )
}

/**
 * Returns the payment that has to be settled first. Nothing is sold until then: a pass would not restore the
 * subscription.
 */
const usePaymentProblems = (isWithoutAccess: boolean) => {
  const { disputed, paymentDue } = useAccess().access
  return isWithoutAccess && (disputed || paymentDue) ? { disputed, paymentDue } : undefined
}

/** Placeholder while the access check runs. */
const Checking = () => (
  <div className={styles.checking} role="status">
    <p className={styles.soft}>Checking your access…</p>
    <Skeleton height="14rem" />
  </div>
)

/** Placeholders of the prerendered page. The boot script's attributes show one of them, or the offer. */
const PrerenderedChecking = () => (
  <>
    <span data-when="signed-out" className={styles.withPass}>
      <Checking />
    </span>
    <span data-when="signed-in">
      <Checking />
    </span>
  </>
)

const hasChatAccess = ({ kind }: ChatAccess): boolean => kind === 'member' || kind === 'pass'

const isAccountPass = (access: ChatAccess): boolean => access.kind === 'pass' && access.guestKey === undefined

/** Returns whether to offer a ticket: while the chat is closed to the visitor, or if it does not load. */
const needsTicket = (status: OpeningStatus | undefined, { phase, inConversation }: ChatSession): boolean =>
  (status?.isOpen === false && !inConversation) || phase === 'failed' || phase === 'not configured'

/**
 * Opens the chat on arrival at `?open=chat`, if the visitor has access, and after a reload in which the window was open
 * and a conversation is in progress or the timer of a pass is running.
 */
const useOpenOnArrival = (access: ChatAccess, { phase, isOver, inConversation }: ChatSession): void => {
  const [query] = useSearchParams()
  const isRunning = access.kind === 'pass' && access.endsAt !== null && !isOver
  const wasOpen = (isRunning || inConversation) && storedInTab(storageKeys.openChat) !== null
  const shouldOpen =
    (query.get('open') === 'chat' || wasOpen) && hasChatAccess(access) && phase === 'idle' && !isOver
  useEffect(() => {
    if (!shouldOpen) return
    // Opening the chat can start the timer, so a tab that the browser restores in the background waits.
    return whenVisible(() => void openChat(access))
  }, [shouldOpen, access])
}

export default LiveChatPage
