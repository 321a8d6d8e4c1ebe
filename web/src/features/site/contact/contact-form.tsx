import { useEffect } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { UseFormRegister, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { brand } from '#shared/values/brand.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { contactDraft } from '#shared/values/storage-keys.ts'
import { cleanEmail } from '#web/lib/clean-email.ts'
import { loadDraft, saveDraft } from '#web/lib/draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import styles from './contact.module.css'
import { sendMessage } from './send-message.ts'

type Message = z.output<(typeof submitContact)['body']>

const resolver = zodResolver(submitContact.body)
const empty: Message = { name: '', email: '', subject: '', message: '', website: '' }

const draftFields = ['name', 'email', 'subject', 'message'] as const

/**
 * Keeps the visitor's draft in this tab. Restores it after the first render, which must match the prerendered page, and
 * only into fields in which nothing was typed before the app loaded. Validates what was typed before.
 */
const useDraft = ({ watch, getValues, setValue, trigger }: UseFormReturn<Message>) => {
  useEffect(() => {
    void trigger(draftFields.filter((field) => getValues(field) !== ''))
    const draft = loadDraft(contactDraft)
    for (const field of draftFields) {
      const text = draft[field]
      if (text !== undefined && getValues(field) === '') setValue(field, text)
    }
    const save = ({ website: _, ...texts }: Partial<Message>) => void saveDraft(contactDraft, texts)
    // Also keeps what the visitor typed before the app was ready.
    save(getValues())
    const { unsubscribe } = watch(save)
    return unsubscribe
  }, [watch, getValues, setValue, trigger])
}

/** Contact form. Validates each change with the contract's schema. */
export const ContactForm = () => {
  const form = useForm<Message>({ resolver, mode: 'onChange', defaultValues: empty })
  const { register, handleSubmit, reset, formState } = form
  useDraft(form)
  const { errors, isSubmitting } = formState
  const send = async (message: Message) => {
    if (await sendMessage(message)) reset(empty)
  }
  return (
    <Form
      busy={isSubmitting}
      className={styles.form}
      // Without a method, the browser would put the typed text in the address.
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
          {...register('email', { setValueAs: cleanEmail })}
        />
      </div>
      <TextField
        label="Subject"
        autoComplete="off"
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea label="Message" rows={7} error={errors.message?.message} {...register('message')} />
      <Honeypot register={register} />
      <noscript>
        <p>This form needs JavaScript. If you can’t switch it on, please email {brand.supportEmail}.</p>
      </noscript>
      <Button type="submit" size="large" className={styles.send} loading={isSubmitting}>
        Send message
      </Button>
    </Form>
  )
}

/** Field that is hidden from people. Only a spam program fills it in. */
const Honeypot = ({ register }: { readonly register: UseFormRegister<Message> }) => (
  <div className={styles.honeypot} aria-hidden="true">
    <label htmlFor="website">Leave this empty</label>
    <input id="website" type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
  </div>
)
