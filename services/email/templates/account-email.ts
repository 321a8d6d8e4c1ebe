import type { EmailContentOf } from '#shared/contract/email.ts'
import {
  accountChangeEmail,
  alreadyRegistered,
  confirmAddress,
  magicLink,
  resetPassword,
  verifyAddress,
} from './account-emails.ts'
import { confirmNewAddress, emailChange } from './address-emails.ts'
import type { Email } from './layout.ts'

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
export const accountEmail = (content: EmailContentOf<AccountTemplate>): Email => {
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
    case 'passkey-changed':
    case 'account-deleted':
      return accountChangeEmail(content)
  }
}
