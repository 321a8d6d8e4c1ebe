import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod'
import { ticketForm } from '../../../../../shared/contract/chat.ts'
import type { CallAnswer } from '../../../lib/call.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { submitTicket } from '../api/submit-ticket.ts'
import styles from '../chat.module.css'

type Written = z.input<typeof ticketForm>

export type Receipt = CallAnswer<'submit-ticket'>

const countries = [
  { value: 'england', label: 'England' },
  { value: 'wales', label: 'Wales' },
]

/** A question to the advisers, checked as it is filled in by the contract's own schema. */
const TicketForm = ({ onSent }: { readonly onSent: (receipt: Receipt) => void }) => {
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Written>({
    resolver: zodResolver(ticketForm),
    mode: 'onTouched',
    defaultValues: { topic: '', message: '' },
  })
  const { errors, isSubmitting } = formState
  const send = async (ticket: Written) => {
    setFailure(undefined)
    try {
      onSent(await submitTicket(ticket))
    } catch (reason) {
      setFailure(messageOf(reason))
    }
  }
  return (
    <form
      className={styles.form}
      // Never in the address, where a form without a method would put what was typed.
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
      {failure === undefined ? null : (
        <Alert kind="error" title="Your ticket was not sent">
          {failure} What you wrote is still here.
        </Alert>
      )}
      <Button type="submit" loading={isSubmitting} className={styles.send}>
        Submit ticket
      </Button>
    </form>
  )
}

export default TicketForm
