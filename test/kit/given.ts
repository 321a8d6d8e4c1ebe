import * as z from 'zod'
import { control } from './control.ts'

const account = z.object({
  userId: z.string(),
  email: z.string(),
  password: z.string(),
  accessToken: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
  stripeCustomerId: z.string().optional(),
})
/** An account that has signed up, verified its address and signed in. */
export type TestAccount = z.infer<typeof account>

const customer = account.extend({ stripeCustomerId: z.string() })
export type Customer = z.infer<typeof customer>

const create =
  <S extends z.ZodType>(as: string, shape: S) =>
  (email?: string) =>
    control('POST', 'given', shape, email === undefined ? { as } : { as, email })

/**
 * Creates accounts in named states. Each call creates a new one that no other test uses. Most are copies of an
 * account that was created through the site: test/cloud/given.test.ts compares the two.
 */
export const given = {
  user: create('user', account),
  monthlyMember: create('monthlyMember', customer),
  annualMember: create('annualMember', customer),
  cancellingMember: create('cancellingMember', customer),
  pastDueMember: create('pastDueMember', customer),
  passHolder: create('passHolder', customer),
  guest: create('guest', z.object({ guestKey: z.string() })),
  admin: create('admin', account),
} as const

export type AccountKind = Exclude<keyof typeof given, 'guest'>

/** Creates an account through the site's own operations, even if a copy of another would do. */
export const givenByFlow = (as: AccountKind, email: string): Promise<TestAccount> =>
  control('POST', 'given', account, { as, email, byFlow: true })
