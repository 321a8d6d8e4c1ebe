import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { signUp } from '#shared/contract/identity.ts'

/** Returns an address that is unique in all runs. */
export const newEmail = (name = 'person'): string => `${name}-${randomUUID()}@people.example`

/** Returns an address of so many characters that is unique in all runs. */
export const longAddress = (length: number): string => {
  const end = '.people.example'
  const start = `${randomUUID()}@`
  const label = 'long-domain-name.'.repeat(20).slice(0, length - start.length - end.length)
  return `${start}${label.replace(/\.$/, 'x')}${end}`
}

type SignUpBody = z.input<(typeof signUp)['body']>

/** Returns a valid sign-up form with a new address. */
export const aSignUp = (changes: Partial<SignUpBody> = {}): SignUpBody => {
  const password = `Lantern-${randomUUID()}`
  return {
    firstName: 'Nadia',
    lastName: 'Oyelaran',
    email: newEmail(),
    password,
    confirmPassword: password,
    companyName: 'Harbour Lettings (sample)',
    streetAddress: '2 Example Row',
    city: 'Sampleton',
    postcode: 'ZZ1 1ZZ',
    numberOfEmployees: 3,
    userType: 'agent',
    ...changes,
  }
}
