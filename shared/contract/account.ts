import * as z from 'zod'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

export const deleteAccount = operation({
  name: 'delete-account',
  summary:
    "Deletes the caller's account for good: ends the subscription at once, then removes everything but the payment records, which are kept without a name.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ success: z.literal(true) }),
  refusals: ['last_admin', 'payment_provider_error'],
  limits: [{ by: 'user', max: 10, windowSeconds: 3600 }],
})

const fields = z.record(z.string(), z.unknown())

/** One system that holds something of the person, and whether it is in the export. */
const system = z.object({
  system: z.string(),
  holds: z.string(),
  included: z.enum(['yes', 'in part', 'no']),
  why: z.string(),
})

/** Everything that is held about a person, with a list of where it is held. */
export const accountData = z.object({
  manifest: z.object({
    /** ISO time. */
    made_at: z.string(),
    user_id: z.string(),
    email: z.string(),
    systems: z.array(system),
  }),
  profile: z.array(fields),
  sign_in: fields,
  subscription: z.array(fields),
  passes: z.array(fields),
  access_history: z.array(fields),
  tickets: z.array(fields),
  acts_of_admins: z.array(fields),
  payment_pages: z.array(fields),
  payments: z.object({
    customers: z.array(fields),
    subscriptions: z.array(fields),
    invoices: z.array(fields),
    charges: z.array(fields),
  }),
  emails: z.array(fields),
  contact_messages: z.array(fields),
})
export type AccountData = z.infer<typeof accountData>

export const exportAccountData = operation({
  name: 'export-account-data',
  summary: 'Everything that is held about the caller, as a file to keep. It says where each part comes from.',
  caller: 'signedIn',
  body: nothing,
  ok: accountData,
  refusals: ['answer_too_large', 'payment_provider_error'],
  limits: [{ by: 'user', max: 5, windowSeconds: 3600 }],
})
