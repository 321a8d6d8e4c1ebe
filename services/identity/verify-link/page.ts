import { pressPage } from '../../platform/press-page.ts'
import type { Link, LinkType } from '../link.repository.ts'

const words: Readonly<Record<LinkType, { title: string; text: string; button: string }>> = {
  signup: {
    title: 'Confirm your email address',
    text: 'You are opening an account with this address. If that was not you, close this page and nothing happens.',
    button: 'Confirm my address',
  },
  magiclink: {
    title: 'Sign in',
    text: 'You are about to sign in with this address. If you did not ask for the link, close this page.',
    button: 'Sign me in',
  },
  recovery: {
    title: 'Reset your password',
    text: 'You are about to choose a new password. If you did not ask for that, close this page.',
    button: 'Choose a new password',
  },
}

/** The page that a mailed link opens: it shows whose link it is. */
export const confirmationPage = (link: Link, token: string): string =>
  pressPage({
    ...words[link.type],
    facts: [
      ['Name', link.name],
      ['Email', link.email],
    ],
    action: '/auth/verify',
    fields: { token, type: link.type },
  })
