import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

export const deleteAccount = operation({
  name: 'delete-account',
  summary:
    "Permanently deletes the caller's account: ends the subscription immediately and deletes all data except payment records. Our payment records no longer name the account; final invoices at Stripe do.",
  caller: 'signedIn',
  body: nothing,
  ok: z.object({ success: z.literal(true) }),
  errors: ['recent_sign_in_needed', 'last_admin', 'payment_provider_error'],
  limits: [{ by: 'user', max: 10, windowSeconds: 3600 }],
})

const fields = z.record(z.string(), z.unknown())

/** A system that stores data about the account, and whether the export includes it. */
const system = z.object({
  system: z.string(),
  stores: z.string(),
  included: z.enum(['yes', 'in part', 'no']),
  reason: z.string(),
})

/** Everything stored about an account, with a list of the systems that store it. Customers read the field names. */
export const accountData = z.object({
  about_this_file: z.object({
    /** ISO time. */
    created_at: z.string(),
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
  ticket_messages: z.array(fields),
  library_emails: z.array(fields),
  passkeys: z.array(fields),
  admin_actions: z.array(fields),
  second_factor: z.array(fields),
  payment_pages: z.array(fields),
  payments: z.object({
    customers: z.array(fields),
    subscriptions: z.array(fields),
    invoices: z.array(fields),
    charges: z.array(fields),
  }),
  emails: z.array(fields),
  /** Reason why emails to the address are stopped. Null if they are not. */
  email_problem: z.nullable(fields),
  contact_messages: z.array(fields),
})
export type AccountData = z.infer<typeof accountData>

export const exportAccountData = operation({
  name: 'export-account-data',
  summary: 'Returns all stored data about the caller as a file, with a list of the systems that store it.',
  caller: 'signedIn',
  body: nothing,
  ok: accountData,
  errors: ['response_too_large', 'payment_provider_error'],
  limits: [{ by: 'user', max: 5, windowSeconds: 3600 }],
})
