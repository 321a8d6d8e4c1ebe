import * as z from 'zod/mini'
import { email, requiredLine, requiredText } from './fields.ts'
import { operation } from './operation.ts'

/** The form on the contact page. Browser and server validate with the same schema. */
export const contactForm = z.object({
  name: requiredLine('Name', 2, 100),
  email,
  subject: requiredLine('Subject', 3, 150),
  message: requiredText('Message', 10, 5000),
})

const hour = 3600

export const submitContact = operation({
  name: 'submit-contact',
  summary: 'Stores a message to the support team, emails it to the team and emails a receipt to the sender.',
  caller: 'anyone',
  body: z.extend(contactForm, {
    /** A hidden field that only bots fill in. Their message is discarded with a success response. */
    website: z.optional(z.string().check(z.maxLength(500))),
  }),
  ok: z.object({ success: z.boolean() }),
  limits: [
    { by: 'client', max: 5, windowSeconds: hour },
    { by: 'email', max: 5, windowSeconds: hour },
    { by: 'everyone', max: 300, windowSeconds: hour, beyond: { perNetwork: 2 } },
  ],
})
