import type { OpeningStatus } from '../../../../../shared/rules/opening-hours.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ChatSession } from '../chat-session.ts'
import styles from '../chat.module.css'

interface ChatPanelProps {
  readonly session: ChatSession
  readonly status: OpeningStatus | undefined
  /** A better way stands beside it: then this is the second one. */
  readonly offersTicket: boolean
  readonly onOpen: () => void
}

/** The way into the chat, for those who have access. */
export const ChatPanel = ({ session, status, offersTicket, onOpen }: ChatPanelProps) => (
  <Card title="Talk to an adviser" className={styles.panel}>
    <div className={styles.flow}>
      <p>
        {status?.isOpen === false
          ? `Our advisers are out: the chat ${status.words}. You can write now, and they answer when they are back.`
          : 'Write your question in the chat window. An adviser who knows lettings law reads it and answers.'}
      </p>
      <Button
        size="large"
        variant={offersTicket ? 'secondary' : 'primary'}
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
          {blockedHint} Allow them for this site, or try another browser. Nothing of your access is lost.
        </Alert>
      )
    case 'opening':
    case 'ready':
      return session.isOpen ? null : <p className={styles.soft}>{blockedHint}</p>
    case 'idle':
      return null
  }
}
