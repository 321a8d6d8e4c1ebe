import type { EmailContentOf } from '#shared/contract/email.ts'
import { londonTimeInWords } from '#shared/rules/london.ts'
import { brand } from '#shared/values/brand.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Email } from './layout.ts'

/** Contains no name: the address is not confirmed, so it may be a stranger's. */
export const confirmNewAddress = ({ link, minutes }: EmailContentOf<'confirm-new-address'>): Email => ({
  subject: `Confirm your new email address for ${brand.name}`,
  preheader: `The link expires after ${minutes} minutes.`,
  reason: 'You’re receiving this email because someone wants to use this address for their account.',
  blocks: [
    {
      kind: 'text',
      text: `Someone asked to use this address for their ${brand.name} account. If it was you, please confirm the address. You’ll then sign in with it.`,
    },
    { kind: 'button', label: 'Confirm my new address', url: link },
    {
      kind: 'text',
      text: `The link can be used once and expires after ${minutes} minutes. If you didn’t ask for this, you can ignore this email and nothing will change.`,
    },
  ],
})

/** Sent to the address that an account has, or had until now, about a requested or completed change. */
export const emailChange = (content: EmailContentOf<'email-change'>): Email => {
  const { name, new_email: email, at, done, link } = content
  return {
    subject: done
      ? `The email address of your ${brand.name} account has been changed`
      : `Someone asked to change the email address of your ${brand.name} account`,
    reason: done
      ? 'You’re receiving this email because your account used this address until now.'
      : 'You’re receiving this email because your account uses this address.',
    blocks: [
      {
        kind: 'text',
        text: done
          ? `${greeting(name)}, the email address of your ${brand.name} account was changed to ${email} on ${londonTimeInWords(at)}. Links that we emailed to this address before no longer work.`
          : `${greeting(name)}, on ${londonTimeInWords(at)} someone asked to change the email address of your ${brand.name} account to ${email}. Nothing changes until that address is confirmed.`,
      },
      {
        kind: 'text',
        text: done
          ? `If this wasn’t you, email ${brand.supportEmail} straight away.`
          : 'If this wasn’t you, sign in and choose a new password straight away. That also stops the change.',
      },
      { kind: 'button', label: 'Sign in', url: link },
    ],
  }
}
