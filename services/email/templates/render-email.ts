import type { EmailContent, EmailContentOf } from '#shared/contract/email.ts'
import {
  accountDeleted,
  alreadyRegistered,
  confirmAddress,
  magicLink,
  passkeyChanged,
  passwordChanged,
  resetPassword,
  verifyAddress,
} from './account-emails.ts'
import { confirmNewAddress, emailChange } from './address-emails.ts'
import { chargeEmail } from './charge-emails.ts'
import { contactMessage, contactReceipt } from './contact-emails.ts'
import { inboxEmail } from './inbox-emails.ts'
import { libraryNews } from './library-emails.ts'
import type { Email } from './layout.ts'
import { adviserReplied, pass, passExpiring, passOver } from './pass-emails.ts'
import { cancelled, latePayment, reinstated, resumed, welcome } from './subscription-emails.ts'
import { transcript } from './chat-emails.ts'
import { ticketEmail, ticketReceipt } from './ticket-emails.ts'

type AccountTemplate =
  | 'verify-address'
  | 'confirm-address'
  | 'already-registered'
  | 'magic-link'
  | 'reset-password'
  | 'confirm-new-address'
  | 'email-change'
  | 'password-changed'
  | 'passkey-changed'
  | 'account-deleted'

/** Returns the subject and the blocks of an email about an account. */
const accountEmail = (content: EmailContentOf<AccountTemplate>): Email => {
  switch (content.template) {
    case 'verify-address':
      return verifyAddress(content)
    case 'confirm-address':
      return confirmAddress(content)
    case 'already-registered':
      return alreadyRegistered(content)
    case 'magic-link':
      return magicLink(content)
    case 'reset-password':
      return resetPassword(content)
    case 'confirm-new-address':
      return confirmNewAddress(content)
    case 'email-change':
      return emailChange(content)
    case 'password-changed':
      return passwordChanged(content)
    case 'passkey-changed':
      return passkeyChanged(content)
    case 'account-deleted':
      return accountDeleted(content)
  }
}

/** Returns the subject and the blocks of an email. */
export const renderEmail = (content: EmailContent): Email => {
  switch (content.template) {
    case 'verify-address':
    case 'confirm-address':
    case 'already-registered':
    case 'magic-link':
    case 'reset-password':
    case 'confirm-new-address':
    case 'email-change':
    case 'password-changed':
    case 'passkey-changed':
    case 'account-deleted':
      return accountEmail(content)
    case 'contact-message':
      return contactMessage(content)
    case 'contact-receipt':
      return contactReceipt(content)
    case 'ticket':
      return ticketEmail(content)
    case 'ticket-receipt':
      return ticketReceipt(content)
    case 'inbox-reply':
    case 'inbox-reminder':
    case 'chat-deletion':
      return inboxEmail(content)
    case 'library-news':
      return libraryNews(content)
    case 'pass':
      return pass(content)
    case 'pass-expiring':
      return passExpiring(content)
    case 'pass-over':
      return passOver(content)
    case 'transcript':
      return transcript(content)
    case 'adviser-replied':
      return adviserReplied(content)
    case 'welcome':
      return welcome(content)
    case 'reinstated':
      return reinstated(content)
    case 'late-payment':
      return latePayment(content)
    case 'cancelled':
      return cancelled(content)
    case 'resumed':
      return resumed(content)
    case 'renewal':
    case 'receipt':
    case 'payment-failed':
    case 'pass-payment-failed':
    case 'ended':
    case 'refunded':
    case 'credit-returned':
    case 'withdrawal':
    case 'refund-failed':
    case 'dispute':
      return chargeEmail(content)
  }
}
