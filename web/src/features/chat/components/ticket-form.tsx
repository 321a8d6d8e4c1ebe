import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ticketForm } from '#shared/contract/tickets.ts'
import { useSendError } from '#web/components/use-form-error.ts'
import type { CallResult } from '#web/lib/call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { submitTicket } from '../api.ts'
import styles from '../chat.module.css'
import { loadTicketDraft, saveTicketDraft } from '../ticket-draft.ts'

type TicketInput = z.input<typeof ticketForm>

export type Receipt = CallResult<'submit-ticket'>

const countries = [
  { value: 'england', label: 'England' },
  { value: 'wales', label: 'Wales' },
]

/** Form for a question to the advisers. Validates with the contract's schema. */
const TicketForm = ({ onSent }: { readonly onSent: (receipt: Receipt) => void }) => {
  const sending = useSendError({ subject: 'Your ticket', place: 'on the live chat page' })
  const { register, handleSubmit, formState, watch } = useForm<TicketInput>({
    resolver: zodResolver(ticketForm),
    mode: 'onTouched',
    defaultValues: loadTicketDraft(),
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    const { unsubscribe } = watch(({ topic = '', message = '', country }) =>
      // No choice is null in the form.
      saveTicketDraft({ topic, message, country: country ?? undefined }),
    )
    return unsubscribe
  }, [watch])
  const send = async (ticket: TicketInput) => {
    sending.clear()
    try {
      const receipt = await submitTicket(ticket)
      saveTicketDraft(undefined)
      onSent(receipt)
    } catch (failure) {
      sending.report(failure)
    }
  }
  return (
    <Form
      busy={isSubmitting}
      className={styles.form}
      // Without a method, the browser would put the typed text in the address.
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <TextField
        label="Topic"
        hint="In a few words, for example: deposit deduction for cleaning"
        autoComplete="off"
        error={errors.topic?.message}
        {...register('topic')}
      />
      <RadioCards
        label="Where is the property?"
        options={countries}
        error={errors.country?.message}
        {...register('country')}
      />
      <TextArea label="Message" rows={7} error={errors.message?.message} {...register('message')} />
      {sending.error === undefined ? null : (
        <Alert kind="error" title={sending.error.title}>
          {sending.error.text} What you wrote is still here.
        </Alert>
      )}
      <Button type="submit" loading={isSubmitting} className={styles.send}>
        Submit ticket
      </Button>
    </Form>
  )
}

export default TicketForm
