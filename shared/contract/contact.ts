import * as z from 'zod'
import { email, requiredLine, requiredText } from './fields.ts'
import { operation } from './operation.ts'

/** The form on the contact page. The same schema checks it in the browser and on the server. */
export const contactForm = z.object({
  name: requiredLine('Name', 2, 100),
  email,
  subject: requiredLine('Subject', 3, 150),
  message: requiredText('Message', 10, 5000),
})

const hour = 3600

export const submitContact = operation({
  name: 'submit-contact',
  summary: 'Stores a message to the support team, mails it to them and a receipt to its sender.',
  caller: 'anyone',
  body: contactForm.extend({
    /** A field that people do not see. Whoever fills it in is a program and is told that all went well. */
    website: z.string().max(500).optional(),
  }),
  ok: z.object({ success: z.boolean() }),
  limits: [
    { by: 'client', max: 5, windowSeconds: hour },
    { by: 'email', max: 5, windowSeconds: hour },
    { by: 'everyone', max: 300, windowSeconds: hour },
  ],
})
