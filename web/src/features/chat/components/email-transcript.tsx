import { useState } from 'react'
import { useChatProvider } from '#web/lib/use-chat-provider.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { emailTranscript } from '../api.ts'
import styles from '../chat.module.css'
import type { ChatSession, Pass } from '../session-state.ts'

type Outcome = { readonly sentTo: string } | { readonly error: string }

/**
 * Offers to email the conversation of this tab, in progress or over, if the chat provider stores it where the server
 * can read it. The server decides what it sends.
 */
export const EmailTranscript = ({ session }: { readonly session: ChatSession }) => {
  const provider = useChatProvider()
  const { conversation } = session
  if (conversation === undefined) return null
  if (provider !== 'chatwoot' && provider !== 'local') return null
  // With the key, the next visitor does not see the address of this one.
  return <SendButton key={conversation.guestKey} guestKey={conversation.guestKey} />
}

const SendButton = ({ guestKey }: Pass) => {
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const send = async () => {
    setSending(true)
    // Screen readers announce a result only when the text changes.
    setOutcome(undefined)
    try {
      setOutcome(await emailTranscript(guestKey))
    } catch (failure) {
      setOutcome({ error: messageOf(failure) })
    }
    setSending(false)
  }
  return (
    <div className={styles.flow}>
      <Button variant="secondary" loading={isSending} onClick={() => void send()}>
        Email me this conversation
      </Button>
      <div role="status">
        {outcome === undefined ? null : 'error' in outcome ? (
          <Alert kind="error" title="We couldn’t send your conversation">
            {outcome.error}
          </Alert>
        ) : (
          <p className={styles.soft}>We’ve sent your conversation to {outcome.sentTo}.</p>
        )}
      </div>
    </div>
  )
}
