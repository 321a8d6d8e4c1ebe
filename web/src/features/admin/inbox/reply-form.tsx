import { type FormEvent, useEffect, useState } from 'react'
import { answerInboxItem as contractOfAnswer } from '#shared/contract/inbox.ts'
import type { InboxItemDetails } from '#shared/contract/inbox.ts'
import { greeting } from '#shared/values/greeting.ts'
import { useSendError } from '#web/components/use-form-error.ts'
import { CallError } from '#web/lib/call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { answerInboxItem } from '../api.ts'
import styles from './inbox.module.css'
import { replyDraft, saveReplyDraft } from './reply-drafts.ts'

interface ReplyFormProps {
  readonly item: InboxItemDetails
  /** Loads the item again. */
  readonly onSent: () => Promise<void>
}

const fieldId = 'inbox-reply'

/** Moves the focus to the field of the form. */
export const focusReply = (): void => document.getElementById(fieldId)?.focus()

const useDraft = (itemId: string): [string, (text: string) => void] => {
  const [text, setText] = useState(() => replyDraft(itemId))
  const change = (next: string) => {
    setText(next)
    saveReplyDraft(itemId, next)
  }
  return [text, change]
}

const mayAcknowledge = ({ kind, acknowledgedAt }: InboxItemDetails): boolean =>
  kind === 'complaint' && acknowledgedAt === null

/** Says what the email adds to the reply, so that admins don't write it again. */
const hintOf = ({ kind, name }: InboxItemDetails): string => {
  // Only the reply to a question has this note.
  const note = kind === 'question' ? 'a note that this is not a drafted or reviewed document, ' : ''
  return `The email begins with ‘${greeting(name)},’ and ends with ${note}the reference and the question. Write only the answer. Don’t draft or review documents.`
}

const doneTitle = ({ sender }: InboxItemDetails, acknowledges: boolean): string => {
  if (sender.emailsStopped !== null) return 'Reply saved but not emailed'
  return acknowledges ? 'Complaint acknowledged' : 'Reply sent'
}

/** Returns whether a reply failed because the item has changed since it was loaded. */
const isConflict = (failure: unknown): boolean =>
  failure instanceof CallError && (failure.code === 'item_changed' || failure.code === 'already_answered')

/** Sends what is typed. Keeps it if it cannot be sent, and then shows what has changed. */
const useReply = ({ item, onSent }: ReplyFormProps) => {
  const [text, setText] = useDraft(item.id)
  const [busy, setBusy] = useState<'answer' | 'acknowledge'>()
  const { error, report, clear } = useSendError({ subject: 'Your reply', place: 'in the inbox' })
  const [invalid, setInvalid] = useState<string>()
  const isAnswered = item.state === 'answered'
  useEffect(() => {
    // The form itself says that the item is answered, and after a reopening the error would be out of date.
    if (isAnswered) clear()
  }, [isAnswered, clear])
  const send = async (acknowledges: boolean) => {
    const checked = contractOfAnswer.body.shape.text.safeParse(text)
    setInvalid(checked.error?.issues[0]?.message)
    clear()
    if (!checked.success) {
      // Screen readers read the error out, which is shown before the next task.
      setTimeout(focusReply)
      return
    }
    setBusy(acknowledges ? 'acknowledge' : 'answer')
    try {
      const { id, waitingSince: seen, kind: seenKind } = item
      await answerInboxItem({ id, text: checked.data, acknowledges, seen, seenKind })
      toast({ title: doneTitle(item, acknowledges) })
      setText('')
      await onSent()
    } catch (failure) {
      report(failure)
      if (isConflict(failure)) await onSent()
    } finally {
      setBusy(undefined)
    }
  }
  return { text, setText, busy, error: isAnswered ? undefined : error, invalid, send }
}

/** Sends a reply by email. An unacknowledged complaint can be acknowledged instead. */
export const ReplyForm = (props: ReplyFormProps) => {
  const { item } = props
  const { text, setText, busy, error, invalid, send } = useReply(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(false)
  }
  return (
    <Form busy={busy !== undefined} className={styles.reply} method="post" noValidate onSubmit={submit}>
      <TextArea
        id={fieldId}
        label="Reply"
        hint={hintOf(item)}
        rows={8}
        value={text}
        error={invalid}
        onChange={(event) => setText(event.target.value)}
      />
      {item.state === 'answered' ? (
        <Alert kind="warning" title="Someone has already replied to this item">
          Read the reply above. What you wrote is still here. To send it, reopen the item first.
        </Alert>
      ) : null}
      {error === undefined ? null : (
        <Alert kind="error" title={error.title}>
          {error.text} What you wrote is still here.
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          loading={busy === 'answer'}
          disabled={busy === 'acknowledge' || item.state === 'answered'}
        >
          Send reply
        </Button>
        {mayAcknowledge(item) && item.state !== 'answered' ? (
          <Button
            variant="secondary"
            loading={busy === 'acknowledge'}
            disabled={busy === 'answer'}
            onClick={() => void send(true)}
          >
            Send as acknowledgement
          </Button>
        ) : null}
      </div>
    </Form>
  )
}
