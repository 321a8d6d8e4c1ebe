import type { MailContent } from '../../../shared/contract/mail.ts'
import { brand } from '../../../shared/values/brand.ts'
import { planFacts, poundsAndPence } from '../../../shared/values/plans.ts'
import type { Letter } from './layout.ts'

type Of<Template extends MailContent['template']> = Extract<MailContent, { template: Template }>

/** `2026-11-20T…` → `20 November 2026`, as the calendar stands in London. */
const dateInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(new Date(iso))

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
    case 'welcome':
      return welcome(content)
  }
}
