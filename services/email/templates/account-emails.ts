import type { EmailContentOf } from '#shared/contract/email.ts'
import { londonTimeInWords } from '#shared/rules/london.ts'
import { brand, mailboxPeriod } from '#shared/values/brand.ts'
import { retentionPeriods, storagePeriods } from '#shared/values/retention.ts'
import { greeting } from '#shared/values/greeting.ts'
import type { Block, Email } from './layout.ts'

/**
 * This email and the next contain no name: the address is not confirmed, so a stranger may have entered both.
 */
export const verifyAddress = ({ link, hours }: EmailContentOf<'verify-address'>): Email => ({
  subject: `Confirm your email address for ${brand.name}`,
  preheader: `The link expires after ${hours} hours.`,
  reason: 'You’re receiving this email because someone signed up with this address.',
  blocks: [
    {
      kind: 'text',
      text: `Thank you for signing up with ${brand.name}. Please confirm your email address to finish setting up your account.`,
    },
    { kind: 'button', label: 'Confirm my email address', url: link },
    {
      kind: 'text',
      text: `The link can be used once and expires after ${hours} hours. If you didn’t sign up, you can ignore this email. The account can’t be used until the address is confirmed.`,
    },
  ],
})

export const confirmAddress = ({ link, hours }: EmailContentOf<'confirm-address'>): Email => ({
  subject: `Confirm your email address for ${brand.name}`,
  preheader: 'Then you can enter your details and choose a new password.',
  reason: 'You’re receiving this email because someone wants to use this address to sign in.',
  blocks: [
    {
      kind: 'text',
      text: `Someone signed up with ${brand.name} using this address, but the address was never confirmed. Confirm it now, and you can enter your details and choose a new password. We’ll delete any details that were entered before.`,
    },
    { kind: 'button', label: 'Confirm my email address', url: link },
    {
      kind: 'text',
      text: `The link can be used once and expires after ${hours} hours. If you didn’t ask for it, you can ignore this email.`,
    },
  ],
})

const attempts = {
  'sign-up': {
    reason: 'someone tried to sign up with this address.',
    text: `someone tried to sign up with ${brand.name} using this address. If it was you, you already have an account. Sign in with the password that you chose for it. The new sign-up hasn’t changed it, or anything else about your account.`,
  },
  'email-change': {
    reason: 'someone tried to change the address of another account to this one.',
    text: `someone tried to change the address of another account to this one. Your account already has this address, so nothing has changed. If it was you, sign in with this address, or change it to another one first.`,
  },
} as const

export const alreadyRegistered = ({
  name,
  attempt = 'sign-up',
  link,
  reset,
}: EmailContentOf<'already-registered'>): Email => ({
  subject: `You already have an account with ${brand.name}`,
  preheader: 'Nothing has changed. You can sign in as before.',
  reason: `You’re receiving this email because ${attempts[attempt].reason}`,
  blocks: [
    { kind: 'text', text: `${greeting(name)}, ${attempts[attempt].text}` },
    { kind: 'button', label: 'Sign in', url: link },
    ...(reset === undefined ? [] : forgottenPassword(reset)),
  ],
})

const forgottenPassword = (reset: { readonly link: string; readonly minutes: number }): Block[] => [
  {
    kind: 'text',
    text: `If you’ve forgotten your password, use this link to choose a new one. It can be used once and expires after ${reset.minutes} minutes.`,
  },
  { kind: 'button', label: 'Choose a new password', url: reset.link },
]

export const magicLink = ({ name, link, minutes }: EmailContentOf<'magic-link'>): Email => ({
  subject: `Your sign-in link for ${brand.name}`,
  preheader: `It can be used once and expires after ${minutes} minutes.`,
  reason: 'You’re receiving this email because someone requested a sign-in link for this address.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, use this link to sign in to ${brand.name} without your password.`,
    },
    { kind: 'button', label: 'Sign in', url: link },
    {
      kind: 'text',
      text: `The link can be used once and expires after ${minutes} minutes. Anyone who has it can sign in to your account, so please don’t share it. If you didn’t request it, you can ignore this email.`,
    },
  ],
})

export const resetPassword = ({ name, link, minutes }: EmailContentOf<'reset-password'>): Email => ({
  subject: `Choose a new password for ${brand.name}`,
  preheader: `The link can be used once and expires after ${minutes} minutes.`,
  reason: 'You’re receiving this email because someone requested a new password for this address.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, use this link to choose a new password for your ${brand.name} account.`,
    },
    { kind: 'button', label: 'Choose a new password', url: link },
    {
      kind: 'text',
      text: `The link can be used once and expires after ${minutes} minutes. If you didn’t request it, you can ignore this email and your password will stay the same.`,
    },
  ],
})

/** Advice to an owner who may be locked out, for emails about a change that a stranger may have made. */
const recoverySteps = `select ‘Forgot password?’ on the sign-in page straight away. The emailed link lets you choose a new password and remove every passkey. Then email ${brand.supportEmail}.`

type PasswordChanged = EmailContentOf<'password-changed'>

/** States which passkeys still sign in to an account after its password has changed, and which do not. */
const passkeysAfterChange = (passkeys: PasswordChanged['passkeys']): string => {
  // Emails that were queued before a release did not count the passkeys.
  if (passkeys === undefined) return 'Any passkeys still work.'
  const { removed, kept } = passkeys
  return [
    ...(removed.length === 0
      ? []
      : [`We also removed your passkeys: ${namesOf(removed)}. You can add passkeys again on your profile.`]),
    ...(kept.length === 0 ? [] : [`These passkeys still sign in to your account: ${namesOf(kept)}.`]),
  ].join(' ')
}

const namesOf = (names: readonly string[]): string => names.map((name) => `‘${name}’`).join(', ')

/** Security email about a new password. */
export const passwordChanged = ({ name, link, changed_at, passkeys }: PasswordChanged): Email => ({
  subject: `Your ${brand.name} password has been changed`,
  reason: 'You’re receiving this email because the password for your account was changed.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, the password for your ${brand.name} account was changed on ${londonTimeInWords(changed_at)}. You’ve been signed out on every device. ${passkeysAfterChange(passkeys)}`.trimEnd(),
    },
    { kind: 'button', label: 'Sign in', url: link },
    {
      kind: 'text',
      text: `If this wasn’t you, ${recoverySteps}`,
    },
  ],
})

const passkeyTexts = {
  added: 'Anyone who can unlock the device that stores it can now sign in to your account with it.',
  removed:
    'It can no longer be used to sign in. Devices that are signed in stay signed in: to end that, use ‘Sign Out Everywhere’ on your profile.',
} as const

/** Security email about a passkey that was added to an account or removed from it. */
export const passkeyChanged = ({
  name,
  change,
  passkey,
  changed_at,
  link,
}: EmailContentOf<'passkey-changed'>): Email => ({
  subject: `A passkey was ${change} ${change === 'added' ? 'to' : 'from'} your ${brand.name} account`,
  preheader: `If this wasn’t you, email ${brand.supportEmail}.`,
  reason: `You’re receiving this email because a passkey was ${change} ${change === 'added' ? 'to' : 'from'} your account.`,
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, the passkey ‘${passkey}’ was ${change} on ${londonTimeInWords(changed_at)}. ${passkeyTexts[change]}`,
    },
    { kind: 'button', label: 'See your passkeys', url: link },
    {
      kind: 'text',
      text: `If this wasn’t you, ${recoverySteps}`,
    },
  ],
})

/** The withdrawal page needs an account, but the right to withdraw does not end with it. */
const subscriptionEnded = `Your subscription ended at the same time, and you won’t be charged again. If you bought it in the last 14 days, you can still withdraw from the purchase: write to ${brand.supportEmail} within the 14 days.`

/** Confirms an account deletion: what was deleted, what is kept, and why. */
export const accountDeleted = ({
  name,
  deleted_at,
  had_subscription,
}: EmailContentOf<'account-deleted'>): Email => ({
  subject: `Your ${brand.name} account has been deleted`,
  reason:
    'You’re receiving this email because the account with this address was deleted. We’ll only email you again if a payment is refunded or disputed.',
  blocks: [
    {
      kind: 'text',
      text: `${greeting(name)}, your ${brand.name} account was deleted on ${londonTimeInWords(deleted_at)}, as you asked.${had_subscription ? ` ${subscriptionEnded}` : ''}`,
    },
    {
      kind: 'text',
      text: 'We’ve deleted your account and profile, your subscription and billing data, your access records and preferences, and the content you created.',
    },
    {
      kind: 'text',
      text: `We keep live chat messages for ${retentionPeriods.chat.months} months from the last message, or a few weeks longer where we delete them by hand, in case there is a question or a claim about the advice. We keep copies of your tickets and messages in our support mailbox for ${mailboxPeriod}, records of what our admins did for ${retentionPeriods.audit.months} months, and backups for ${storagePeriods.backups.days} days. Tax law requires us to keep payment records for up to 7 years. Our own payment records no longer show who you are. Your invoices at Stripe, our payment provider, still show your name, address and email address, and Stripe keeps them for longer. If you signed up with a referral link, we keep a code made from your email address until ${storagePeriods.countedReferral.days} days after you signed up, so that your sign-up isn’t counted twice.`,
    },
    {
      kind: 'text',
      text: `If you didn’t ask for this, email ${brand.supportEmail} straight away. You’re welcome to create a new account with this address at any time.`,
    },
  ],
})
