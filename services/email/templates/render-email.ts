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
import { dispute, ended, passPaymentFailed, paymentFailed, receipt, renewal } from './charge-emails.ts'
import { transcript } from './chat-emails.ts'
import { contactMessage, contactReceipt } from './contact-emails.ts'
import { chatDeletion, inboxReminder, inboxReply } from './inbox-emails.ts'
import { libraryNews } from './library-emails.ts'
import type { Email } from './layout.ts'
import { adviserReplied, pass, passExpiring, passOver } from './pass-emails.ts'
import { creditReturned, refunded, refundFailed, withdrawal } from './refund-emails.ts'
import { cancelled, latePayment, reinstated, resumed, welcome } from './subscription-emails.ts'
import { ticketEmail, ticketReceipt } from './ticket-emails.ts'

type TemplateName = EmailContent['template']

const templates: { readonly [Name in TemplateName]: (content: EmailContentOf<Name>) => Email } = {
  'verify-address': verifyAddress,
  'confirm-address': confirmAddress,
  'already-registered': alreadyRegistered,
  'magic-link': magicLink,
  'reset-password': resetPassword,
  'confirm-new-address': confirmNewAddress,
  'email-change': emailChange,
  'password-changed': passwordChanged,
  'passkey-changed': passkeyChanged,
  'account-deleted': accountDeleted,
  'contact-message': contactMessage,
  'contact-receipt': contactReceipt,
  ticket: ticketEmail,
  'ticket-receipt': ticketReceipt,
  'inbox-reply': inboxReply,
  'inbox-reminder': inboxReminder,
  'chat-deletion': chatDeletion,
  'library-news': libraryNews,
  pass,
  'pass-expiring': passExpiring,
  'pass-over': passOver,
  transcript,
  'adviser-replied': adviserReplied,
  welcome,
  reinstated,
  'late-payment': latePayment,
  cancelled,
  resumed,
  renewal,
  receipt,
  'payment-failed': paymentFailed,
  'pass-payment-failed': passPaymentFailed,
  ended,
  refunded,
  'credit-returned': creditReturned,
  withdrawal,
  'refund-failed': refundFailed,
  dispute,
}

const render = <Name extends TemplateName>(template: Name, content: EmailContentOf<Name>): Email =>
  templates[template](content)

/** Returns the subject and the blocks of an email. */
export const renderEmail = (content: EmailContent): Email => render(content.template, content)
