import { callAsGuest } from '../../../lib/call.ts'

/** Mails a link that signs in, if the address has an account. Throws `CallError`. */
export const sendMagicLink = (email: string) => callAsGuest('send-magic-link', { email })
