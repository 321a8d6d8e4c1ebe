import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import styles from '../chat.module.css'
import { accessKept } from '../opening.ts'
import type { ChatSession } from '../session-state.ts'

interface ChatPanelProps {
  readonly session: ChatSession
  readonly status: OpeningStatus | undefined
  /** True if a ticket form is shown too. The chat button is then the secondary action. */
  readonly offersTicket: boolean
  /** True if a conversation is in progress, or the timer of a pass is running. Both continue after closing time. */
  readonly inConversation: boolean
  readonly onOpen: () => void
}

const introduction = ({
  status,
  inConversation,
  offersTicket,
}: Omit<ChatPanelProps, 'session' | 'onOpen'>): string => {
  if (inConversation) return 'Your conversation continues in the chat window.'
  if (status?.isOpen !== false)
    return 'Write your question in the chat window. An adviser who knows lettings law will read it and answer.'
  const answer = offersTicket
    ? 'You can write now and come back here to read the answer, or submit a ticket to get it by email.'
    : 'You can write now and they’ll answer when they’re back.'
  return `Our advisers are offline. The chat ${status.words}. ${answer}`
}

/** Card with the button that opens the chat, for visitors with access. */
export const ChatPanel = ({ session, onOpen, ...situation }: ChatPanelProps) => (
  <Card title="Talk to an adviser" className={styles.panel}>
    <div className={styles.flow}>
      <p>
        <LiveText>{introduction(situation)}</LiveText>
      </p>
      <Button
        size="large"
        variant={situation.offersTicket ? 'secondary' : 'primary'}
        loading={session.phase === 'opening'}
        onClick={onOpen}
      >
        <Icon name="chat" />
        Open Live Chat
      </Button>
      <div className={styles.outcome} role="status">
        <Outcome session={session} />
      </div>
    </div>
  </Card>
)

const blockedHint = 'If nothing happens, your browser may be blocking third-party scripts.'

const Outcome = ({ session }: { readonly session: ChatSession }) => {
  switch (session.phase) {
    case 'not configured':
      return <Alert kind="warning" title="Live chat is not configured yet." />
    case 'failed':
      return (
        <Alert kind="error" title="The chat could not be loaded">
          {session.problem ??
            `${blockedHint} Allow them for this site, or try another browser. ${accessKept}`}
        </Alert>
      )
    case 'opening':
    case 'ready':
      return session.isOpen || session.hasOpened ? null : <p className={styles.soft}>{blockedHint}</p>
    case 'idle':
      return null
  }
}
