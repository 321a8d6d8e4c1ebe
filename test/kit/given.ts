import * as z from 'zod'
import { control } from './control.ts'

const person = z.object({
  userId: z.string(),
  email: z.string(),
  password: z.string(),
  accessToken: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
  stripeCustomerId: z.string().optional(),
})
/** Somebody who has signed up, verified the address and signed in. */
export type Person = z.infer<typeof person>

const customer = person.extend({ stripeCustomerId: z.string() })
export type Customer = z.infer<typeof customer>

const make =
  <S extends z.ZodType>(as: string, shape: S) =>
  (email?: string) =>
    control('POST', 'given', shape, email === undefined ? { as } : { as, email })

/** Makes people in named states. Each call makes somebody new, whom no other test knows. */
export const given = {
  user: make('user', person),
  monthlyMember: make('monthlyMember', customer),
  annualMember: make('annualMember', customer),
  cancellingMember: make('cancellingMember', customer),
  pastDueMember: make('pastDueMember', customer),
  passHolder: make('passHolder', person),
  guest: make('guest', z.object({ guestKey: z.string() })),
  admin: make('admin', person),
} as const
