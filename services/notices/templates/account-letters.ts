import type { MailContent } from '../../../shared/contract/mail.ts'
import { brand } from '../../../shared/values/brand.ts'
import { timeInWords } from './in-words.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

/** The receipt of a deletion: what went, what stays and why. */
export const accountDeleted = ({ name, deletedAt, hadSubscription }: Of<'account-deleted'>): Letter => ({
  subject: 'Your account is deleted',
  reason: 'You get this mail because the account with this address was deleted. It is the last one.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, your account with ${brand.name} was deleted on ${timeInWords(deletedAt)}, as you asked.${hadSubscription ? ' Your subscription ended with it, and you will not be charged again.' : ''}`,
    },
    {
      kind: 'text',
      text: 'Gone are your account and profile, your subscription and billing data, your access records and preferences, and what you created.',
    },
    {
      kind: 'text',
      text: 'Kept are live chat messages for 12 months, because the law may ask for them, and payment records for up to 7 years, as tax law requires. The payment records that we keep do not say who you are.',
    },
    {
      kind: 'text',
      text: `If you did not ask for this, write to ${brand.supportEmail} at once. You are welcome to open a new account with this address at any time.`,
    },
  ],
})
