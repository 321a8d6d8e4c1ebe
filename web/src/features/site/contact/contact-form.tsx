import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormRegister } from 'react-hook-form'
import type * as z from 'zod'
import { brand } from '../../../../../shared/values/brand.ts'
import { submitContact } from '../../../../../shared/contract/contact.ts'
import { typedBefore } from '../../../lib/typed-before.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './contact.module.css'
import { sendMessage } from './send-message.ts'

type Message = z.output<(typeof submitContact)['body']>

const formId = 'contact'
const resolver = zodResolver(submitContact.body)
const empty: Message = { name: '', email: '', subject: '', message: '', website: '' }

/** The message form, checked as it is filled in by the contract's own schema. */
export const ContactForm = () => {
  const [typed] = useState(() => ({ ...empty, ...typedBefore(formId) }))
  const { register, handleSubmit, reset, formState } = useForm<Message>({
    resolver,
    mode: 'onChange',
    defaultValues: typed,
  })
  const { errors, isSubmitting } = formState
  const send = async (message: Message) => {
    if (await sendMessage(message)) reset(empty)
  }
  return (
    <form
      id={formId}
      className={styles.form}
      // Never in the address, where a form without a method would put what was typed.
      method="post"
      noValidate
      data-app
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <div className={styles.pair}>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email')}
        />
      </div>
      <TextField
        label="Subject"
        autoComplete="off"
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea label="Message" rows={7} error={errors.message?.message} {...register('message')} />
      <NotForPeople register={register} />
      <noscript>
        <p>The form needs JavaScript. Without it, please write to {brand.supportEmail}.</p>
      </noscript>
      <Button type="submit" size="large" className={styles.send} loading={isSubmitting}>
        Send message
      </Button>
    </form>
  )
}

/** Out of sight and out of reach: only a program that fills in everything fills this in. */
const NotForPeople = ({ register }: { readonly register: UseFormRegister<Message> }) => (
  <div className={styles.notForPeople} aria-hidden="true">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
  </div>
)
