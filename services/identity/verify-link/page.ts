import * as paths from '#shared/values/site-map.ts'
import { renderConfirmationPage, renderResultPage } from '#platform/confirmation-page.ts'
import type { Link, LinkType } from '../link.repository.ts'

const texts: Readonly<Record<LinkType, { title: string; text: string; button: string }>> = {
  signup: {
    title: 'Confirm your email address',
    text: 'Someone signed up with this email address. If it was you, please confirm it. If not, you can close this page.',
    button: 'Confirm my address',
  },
  restart: {
    title: 'Confirm your email address',
    text: 'Someone signed up with this email address and never confirmed it. If it’s your address, confirm it and enter your details on the next page. We’ll delete what was entered before. If you didn’t ask for this, you can close this page and nothing will happen.',
    button: 'Confirm my address',
  },
  magiclink: {
    title: 'Sign in',
    text: 'You’re about to sign in with this email address. If you didn’t ask for this link, you can close this page.',
    button: 'Sign me in',
  },
  recovery: {
    title: 'Reset your password',
    text: 'You’re about to choose a new password. If you didn’t ask for this, you can close this page. Your password will stay the same.',
    button: 'Choose a new password',
  },
  emailchange: {
    title: 'Confirm your new email address',
    text: 'Your account will use this email address. You’ll sign in with it, and we’ll send all emails to it. If you didn’t ask for this, you can close this page and nothing will change.',
    button: 'Use this address',
  },
}

/** Renders the page that follows the confirmation of a new address, on any device. */
export const addressChangedPage = (email: string): string =>
  renderResultPage({
    title: 'Your email address has been changed',
    text: `From now on, sign in with ${email}. You stay signed in on your devices.`,
    link: { text: 'Go to your profile', path: paths.profile },
  })

/** Renders the page that an emailed link opens. It shows whose account the link belongs to. */
export const confirmationPage = (link: Link, token: string): string =>
  renderConfirmationPage({
    ...texts[link.type],
    facts: [...(link.name === '' ? [] : [['Name', link.name] as const]), ['Email', link.email]],
    action: paths.verifyLink,
    fields: { token, type: link.type },
  })
