import { passMinutes } from '../../../../../shared/values/plans.ts'
import type { ChatSession } from '../chat-session.ts'
import type { Holder } from '../holder.ts'
import { Banner } from './banner.tsx'

interface SessionBannersProps {
  readonly holder: Holder
  readonly session: ChatSession
  /** When the session that runs ends, as ISO time; null when no time runs. */
  readonly end: string | null
}

/** How the conversation stands. Each line has its own condition, and all that hold are shown. */
export const SessionBanners = ({ holder, session, end }: SessionBannersProps) => {
  const isPass = holder.kind === 'pass'
  const isWaiting = isPass && session.inConversation && !session.isAnswered && end === null
  const isActive = end !== null || (session.inConversation && !isWaiting)
  return (
    <>
      {isActive ? (
        <Banner title="Session Active" good>
          {end === null
            ? 'Your conversation with our advisers is under way.'
            : 'Your time with an adviser is running.'}
        </Banner>
      ) : null}
      {isWaiting ? (
        <Banner title="Waiting for Adviser">
          Your {passMinutes} minutes have not started. They begin with the adviser's first message.
        </Banner>
      ) : null}
      {session.isOpen || session.inConversation ? (
        <Banner title="You're Connected!" good>
          The chat window is on this page. You can look at other pages meanwhile.
        </Banner>
      ) : null}
      {session.isOver && holder.kind !== 'member' ? (
        <Banner title="Your session is over">
          Thank you for chatting with us. If there is more to talk about, a new pass opens a new session.
        </Banner>
      ) : null}
    </>
  )
}
