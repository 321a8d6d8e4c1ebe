import type { MailContent } from '../../../shared/contract/mail.ts'
import { brand } from '../../../shared/values/brand.ts'
import { planFacts, poundsAndPence } from '../../../shared/values/plans.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

/** `2026-11-20T…` → `20 November 2026`, as the calendar stands in London. */
const dateInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(new Date(iso))

/** `2026-11-20T14:05…` → `20 November 2026 at 14:05`, as the clocks stand in London. */
const timeInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(new Date(iso))

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
      text: `The link works once and for ${minutes} minutes. If you did not ask for it, ignore this mail: nobody gets in without it, so do not pass it on.`,
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

const welcome = ({ name, plan, priceMinor, renewsAt, link }: Of<'welcome'>): Letter => ({
  subject: 'Welcome: your subscription is active',
  reason: 'You get this mail because you subscribed.',
  blocks: [
    {
      kind: 'text',
      text: `Dear ${name}, thank you for subscribing. Live chat with our advisers and the member library are open to you now.`,
    },
    {
      kind: 'facts',
      facts: [
        ['Plan', planFacts[plan].name],
        ['Paid', poundsAndPence(priceMinor)],
        ['Renews on', dateInWords(renewsAt)],
      ],
    },
    { kind: 'button', label: 'Open the member library', url: link },
    {
      kind: 'text',
      text: 'You can cancel at any time from your profile and keep your access to the end of the period you have paid for.',
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
    case 'welcome':
      return welcome(content)
  }
}
