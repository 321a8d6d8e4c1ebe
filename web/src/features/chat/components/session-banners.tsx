import { passMinutes } from '../../../../../shared/values/plans.ts'
import { Alert } from '../../../ui/alert.tsx'
import type { ChatSession } from '../chat-session.ts'
import type { Holder } from '../holder.ts'

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
        <Alert kind="success" title="Session Active">
          {end === null
            ? 'Your conversation with our advisers is under way.'
            : 'Your time with an adviser is running.'}
        </Alert>
      ) : null}
      {isWaiting ? (
        <Alert title="Waiting for Adviser">
          Your {passMinutes} minutes have not started. They begin with the adviser's first message.
        </Alert>
      ) : null}
      {session.isOpen || session.inConversation ? (
        <Alert kind="success" title="You're Connected!">
          The chat window is on this page. You can look at other pages meanwhile.
        </Alert>
      ) : null}
      {session.isOver && holder.kind !== 'member' ? (
        <Alert title="Your session is over">
          Thank you for chatting with us. If there is more to talk about, a new pass opens a new session.
        </Alert>
      ) : null}
    </>
  )
}
