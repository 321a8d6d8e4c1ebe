import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { signUp } from '../../shared/contract/identity.ts'

/** An address that nobody else has, in this run or another. */
export const newEmail = (name = 'person'): string => `${name}-${randomUUID()}@people.example`

type SignUpBody = z.input<(typeof signUp)['body']>

/** A sign-up form that is filled in correctly, by somebody new. */
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
