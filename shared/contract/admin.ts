import * as z from 'zod'
import { adminSearchPageSize } from '../values/limits.ts'
import { operation } from './operation.ts'

/**
 * How a subscription stands for whoever helps its owner: `unpaid` has lost access until the balance is paid,
 * `cancelling` keeps it to the end of what was paid for.
 */
export const subscriptionStatuses = ['active', 'cancelling', 'unpaid', 'none'] as const

const userFound = z.object({
  id: z.string(),
  email: z.string(),
  /** ISO time. */
  created_at: z.string(),
  /** ISO time; null for who has never signed in. */
  last_sign_in_at: z.string().nullable(),
  subscription_status: z.enum(subscriptionStatuses),
})
export type UserFound = z.infer<typeof userFound>

export const getUsers = operation({
  name: 'get-users',
  summary:
    'The people whose address has a word that begins with the given text, before the @ or in the name of the domain, or whose domain does after an @; in order of address. Without a text, everybody.',
  caller: 'admin',
  body: z.object({
    page: z.int().min(1).max(10_000).default(1),
    pageSize: z.int().min(1).max(100).default(adminSearchPageSize),
    searchEmail: z
      .string()
      .trim()
      .max(254, 'Please use at most 254 characters')
      .transform((text) => text.toLowerCase())
      .default(''),
  }),
  ok: z.object({ users: z.array(userFound), totalCount: z.int(), totalPages: z.int() }),
})

/** What is recorded of admins and operators. */
export const adminActs = [
  'admin-granted',
  'admin-revoked',
  'referral-created',
  'referral-rotated',
  'referral-revoked',
  'file-added',
  'file-deleted',
  'title-saved',
  'title-deleted',
  'video-added',
  'video-deleted',
] as const
export type AdminAct = (typeof adminActs)[number]

const recordedAct = z.object({
  act: z.enum(adminActs),
  /** ISO time. */
  at: z.string(),
  /** Who did it: an address, or the access key of an operator; null for an account that is gone. */
  by: z.string().nullable(),
  /** What it was done to, in words, where it was no person. */
  about: z.string().nullable(),
})
export type RecordedAct = z.infer<typeof recordedAct>

export const listUserAudit = operation({
  name: 'list-user-audit',
  summary:
    'What admins and operators did about a person, and the last things that the person did as an admin.',
  caller: 'admin',
  body: z.object({ id: z.string().min(1).max(100) }),
  ok: z.object({ data: z.object({ about: z.array(recordedAct), by: z.array(recordedAct) }) }),
})
