import { useState } from 'react'
import { dayWithWeekday } from '#shared/rules/london.ts'
import { retentionTexts } from '#web/content/retention-texts.ts'
import type { CallResult } from '#web/lib/call.ts'
import { dayText } from '#web/lib/dates.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmChatDeletion } from '../api.ts'
import { runWithToast } from '../run-with-toast.ts'

interface ChatDeletionProps {
  readonly request: NonNullable<CallResult<'list-inbox'>['chatDeletion']>
  /** Loads the inbox again. */
  readonly onConfirmed: () => Promise<void>
}

/** Asks the admin to delete old conversations at Tawk.to, and to confirm it. */
export const ChatDeletion = ({ request: { cutoff, requestedAt }, onConfirmed }: ChatDeletionProps) => {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await runWithToast(() => confirmChatDeletion(cutoff), {
      done: 'Deletion recorded',
      failed: 'The deletion was not recorded',
    })
    await onConfirmed()
    setBusy(false)
  }
  return (
    <Alert
      kind="warning"
      title={`Delete chats from before ${dayWithWeekday(cutoff)}`}
      actions={
        <Button size="small" loading={busy} onClick={() => void confirm()}>
          I have deleted them
        </Button>
      }
    >
      Sign in at Tawk.to and delete every conversation whose last message was sent before{' '}
      {dayWithWeekday(cutoff)}. The privacy policy says that we keep conversations for {retentionTexts.chat}.
      This has been due since {dayText(requestedAt)}.
    </Alert>
  )
}
