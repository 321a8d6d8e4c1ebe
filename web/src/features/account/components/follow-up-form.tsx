import { type FormEvent, useState } from 'react'
import { followUpDraft } from '#shared/values/storage-keys.ts'
import { useSendError } from '#web/components/use-form-error.ts'
import { dayText } from '#web/lib/dates.ts'
import { loadDraft, saveDraft } from '#web/lib/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from '../account.module.css'
import { askFollowUp } from '../api.ts'

interface FollowUpFormProps {
  /** Number of the ticket. */
  readonly id: string
  /** ISO time of the reply that the question is about. */
  readonly seen: string | undefined
  /** ISO time until which a follow-up question is accepted. */
  readonly until: string
  /** Called when the question is stored. */
  readonly onAsked: () => void
}

/** Form for a follow-up question to an answered ticket. The server checks the question. */
export const FollowUpForm = ({ id, seen, until, onAsked }: FollowUpFormProps) => {
  const [message, setMessage] = useState(() => loadDraft(followUpDraft)[id] ?? '')
  const write = (text: string) => {
    setMessage(text)
    saveDraft(followUpDraft, { ...loadDraft(followUpDraft), [id]: text })
  }
  const [busy, setBusy] = useState(false)
  const sending = useSendError({ subject: 'Your question', place: 'on your profile' })
  const send = async () => {
    setBusy(true)
    sending.clear()
    try {
      const { answeredBy } = await askFollowUp({ id, message, seen })
      toast({
        title: 'We’ve received your question',
        description: `An adviser will email you a reply by ${dayText(answeredBy)}.`,
      })
      write('')
      onAsked()
    } catch (failure) {
      sending.report(failure)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Form busy={busy} className={styles.followUp} method="post" noValidate onSubmit={submit}>
      <TextArea
        label="Follow-up question"
        hint={`You can ask about this reply until ${dayText(until)}.`}
        rows={4}
        value={message}
        error={sending.error?.text}
        onChange={(event) => write(event.target.value)}
      />
      <Button type="submit" variant="secondary" loading={busy} className={styles.followUpButton}>
        Send question
      </Button>
    </Form>
  )
}
