import type { MailContent } from '../../../shared/contract/mail.ts'
import { brand } from '../../../shared/values/brand.ts'
import { accountDeleted } from './account-letters.ts'
import { billingLetterOf } from './billing-letters.ts'
import { ticketLetter, ticketReceipt } from './chat-letters.ts'
import { contactMessage, contactReceipt } from './contact-letters.ts'
import { timeInWords } from './in-words.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

const verifyAddress = ({ link, hours }: Of<'verify-address'>): Letter => ({
  subject: 'Confirm your email address',
  reason: 'You get this mail because somebody opened an account with this address.',
  blocks: [
    {
      kind: 'text',
      text: `Thank you for signing up with ${brand.name}. One step is left: confirm that this address is yours.`,
    },
    { kind: 'button', label: 'Confirm my address', url: link },
    {
      kind: 'text',
      text: `The link works once and for ${hours} hours. If you did not sign up, you can ignore this mail: without the button nothing happens.`,
    },
  ],
})

const alreadyRegistered = ({ link }: Of<'already-registered'>): Letter => ({
  subject: 'You already have an account',
  reason: 'You get this mail because somebody tried to open an account with this address.',
  blocks: [
    {
      kind: 'text',
      text: `Somebody, perhaps you, tried to sign up with ${brand.name} using this address. You have an account already, and nothing about it has changed.`,
    },
    { kind: 'button', label: 'Sign in', url: link },
    { kind: 'text', text: 'If you have forgotten your password, choose a new one from the sign-in page.' },
  ],
})

const magicLink = ({ link, minutes }: Of<'magic-link'>): Letter => ({
  subject: 'Your sign-in link',
  reason: 'You get this mail because somebody asked for a link to sign in with this address.',
  blocks: [
    { kind: 'text', text: `Here is the link that signs you in to ${brand.name} without your password.` },
    { kind: 'button', label: 'Sign in', url: link },
    {
      kind: 'text',
      text: `The link works once and for ${minutes} minutes. Whoever has it gets in, so do not pass it on. If you did not ask for it, ignore this mail.`,
    },
  ],
})

const resetPassword = ({ link, minutes }: Of<'reset-password'>): Letter => ({
  subject: 'Choose a new password',
  reason: 'You get this mail because somebody asked for a new password for this address.',
  blocks: [
    { kind: 'text', text: `Use this link to choose a new password for your ${brand.name} account.` },
    { kind: 'button', label: 'Choose a new password', url: link },
    {
      kind: 'text',
      text: `The link works once and for ${minutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
    },
  ],
})

const passwordChanged = ({ link, changedAt }: Of<'password-changed'>): Letter => ({
  subject: 'Your password has been changed',
  reason: 'You get this mail because the password of your account was changed.',
  blocks: [
    {
      kind: 'text',
      text: `The password of your ${brand.name} account was changed on ${timeInWords(changedAt)}. You have been signed out on every device.`,
    },
    { kind: 'button', label: 'Sign in', url: link },
    {
      kind: 'text',
      text: `If that was not you, choose a new password from the sign-in page at once and write to ${brand.supportEmail}.`,
    },
  ],
})

/** The words of a mail. */
export const letterOf = (content: MailContent): Letter => {
  switch (content.template) {
    case 'verify-address':
      return verifyAddress(content)
    case 'already-registered':
      return alreadyRegistered(content)
    case 'magic-link':
      return magicLink(content)
    case 'reset-password':
      return resetPassword(content)
    case 'password-changed':
      return passwordChanged(content)
    case 'account-deleted':
      return accountDeleted(content)
    case 'contact-message':
      return contactMessage(content)
    case 'contact-receipt':
      return contactReceipt(content)
    case 'ticket':
      return ticketLetter(content)
    case 'ticket-receipt':
      return ticketReceipt(content)
    case 'welcome':
    case 'pass':
    case 'pass-over':
    case 'payment-failed':
    case 'reinstated':
    case 'cancelled':
    case 'resumed':
    case 'refunded':
      return billingLetterOf(content)
  }
}
