import { serverNow } from '#web/lib/server-time.ts'
import type { ChatAccess } from '../chat-access.ts'
import type { ChatSession } from '../session-state.ts'
import { Banner } from './banner.tsx'

interface SessionBannersProps {
  readonly access: ChatAccess
  readonly session: ChatSession
  /** End of the running session, ISO time. Null if no timer is running. */
  readonly end: string | null
  /** True if the chat is open to new conversations. */
  readonly isOpen: boolean
}

const activeText = (end: string | null, isWaiting: boolean): string => {
  if (end !== null) return 'Your time with an adviser has started.'
  return isWaiting
    ? 'We’ve received your message. An adviser will reply here.'
    : 'You’re in a conversation with our advisers.'
}

/** Returns whether the visitor has a subscription or another pass, so that they need not buy one. */
const mayStillChat = (access: ChatAccess): boolean =>
  access.kind === 'member' ||
  (access.kind === 'pass' && (access.endsAt === null || Date.parse(access.endsAt) > serverNow().getTime()))

/** State of the conversation. Shows every banner whose condition is true. */
export const SessionBanners = ({ access, session, end, isOpen }: SessionBannersProps) => {
  const isPass = access.kind === 'pass'
  // Without a connection, the page still knows the end of a pass whose chat has ended.
  const isOver = session.isOver && !mayStillChat(access)
  const isWaiting = isPass && session.inConversation && !session.hasAdviserReply && end === null
  // The session is active as soon as the conversation starts. Its clock starts with the adviser's first reply.
  const isActive = !isOver && (end !== null || session.inConversation)
  const isConnected = (session.isOpen || session.inConversation) && !session.isOver
  const hasMissedReply = isPass && end === null && access.repliedAt !== null && !session.hasAdviserReply
  return (
    <>
      {isActive ? (
        <Banner title="Session Active" good>
          {activeText(end, isWaiting)}
        </Banner>
      ) : null}
      {isWaiting ? (
        <Banner title="Waiting for Adviser">
          Your {access.minutes} minutes haven’t started. They start with the adviser’s first message.
        </Banner>
      ) : null}
      {hasMissedReply ? (
        <Banner title="An adviser has replied to you">
          You weren’t in the chat, so your {access.minutes} minutes haven’t started. They start when you open
          the chat
          {isOpen ? '' : ', so you may want to wait until the chat opens'}.
        </Banner>
      ) : null}
      {isConnected ? (
        <Banner title="You're Connected!" good>
          {session.phase === 'ready'
            ? 'The chat window is on this page. You can visit other pages while you chat.'
            : 'Open the chat window to read the replies and to write.'}
        </Banner>
      ) : null}
      {session.hasEnded && end !== null && !isOver ? (
        <Banner title="The conversation has ended">
          Your time keeps running. Write again to start a new conversation.
        </Banner>
      ) : null}
      {isOver ? (
        <Banner title="Your session is over">
          {session.phase === 'ready' ? 'You can still read your conversation in the chat window. ' : null}
          Thank you for chatting with us.
        </Banner>
      ) : null}
    </>
  )
}
