import * as z from 'zod/mini'
import { adminSearchPageSize } from '../values/limits.ts'
import { subscriptionPlans } from '../values/plans.ts'
import { emailStop } from './email-stop.ts'
import { searchText } from './fields.ts'
import { operation } from './operation.ts'
import { ticketPlace } from './tickets.ts'

/**
 * Access of an account as admins see it: `unpaid` has no access until the balance is paid, `cancelling` keeps access
 * until the end of the paid period, `pass` has no subscription but a chat pass that is unused or running.
 */
export const subscriptionStatuses = ['active', 'cancelling', 'unpaid', 'pass', 'none'] as const

const userFound = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  company_name: z.string(),
  /** ISO time. */
  created_at: z.string(),
  /** ISO time. Null if the user has never signed in. */
  last_sign_in_at: z.nullable(z.string()),
  subscription_status: z.enum(subscriptionStatuses),
})
export type UserFound = z.infer<typeof userFound>

export const getUsers = operation({
  name: 'get-users',
  summary:
    'Searches users, in order of address. Finds users with a word that starts with the text: in the name, the company, or the address before the @ or in its domain name. Case and accents do not matter. Text that starts with @ is compared with the start of the domain. Without text it lists all users.',
  caller: 'admin',
  body: z.object({
    page: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
    pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), adminSearchPageSize),
    searchEmail: z._default(
      z.pipe(
        searchText(254),
        z.transform((text) => text.toLowerCase()),
      ),
      '',
    ),
  }),
  ok: z.object({ users: z.array(userFound), totalCount: z.int(), totalPages: z.int() }),
})

const userPass = z.object({
  /** Minutes that are left. */
  minutes_left: z.int(),
  /** ISO time of the adviser's first reply. Null for an unused pass. */
  started_at: z.nullable(z.string()),
  /** ISO time at which the pass ends or, if it is unused, expires. */
  ends_at: z.string(),
})

const userDetails = z.extend(userFound, {
  /** Reason why no emails are sent to the address. Null if emails are sent. */
  emails_stopped: z.nullable(emailStop),
  /** The plan that gives access now or, if the status is `unpaid`, once the balance is paid. Null without one. */
  plan: z.nullable(z.enum(subscriptionPlans)),
  /** ISO time of the end of the paid period. Null if the account never had a subscription. */
  subscription_end: z.nullable(z.string()),
  /** The sum of unpaid invoices, in pence. Null if nothing is due. */
  balance_due_minor: z.nullable(z.int()),
  /** The pass that a chat would use now. */
  pass: z.nullable(userPass),
  /** Tickets of the last twelve months, newest first, up to 50 to a page. */
  tickets: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      created_at: z.string(),
      /** Id of the ticket in the inbox. */
      inbox_id: z.string(),
    }),
  ),
  /** Value of `tickets_after` for the next page of tickets. Absent on the last page. */
  tickets_next: z.optional(z.string()),
})
export type UserDetails = z.infer<typeof userDetails>

export const getUser = operation({
  name: 'get-user',
  summary:
    'Returns a user with name, company, plan, end date, pass, open balance, the newest 50 tickets and whether emails are stopped. With `tickets_after`, returns older tickets.',
  caller: 'admin',
  body: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Tickets older than this one are returned. Default: from the newest. */
    tickets_after: z.optional(ticketPlace),
  }),
  ok: userDetails,
  errors: ['not_found'],
})

/** Actions of admins and operators that are audited. */
export const adminActions = [
  'admin-granted',
  'admin-revoked',
  'second-factor-set-up',
  'second-factor-reset',
  'sessions-ended',
  'referral-created',
  'referral-rotated',
  'referral-revoked',
  'file-added',
  'file-replaced',
  'file-deleted',
  'title-saved',
  'title-deleted',
  'facts-saved',
  'video-added',
  'video-deleted',
  'inbox-answered',
  'inbox-acknowledged',
  'inbox-answered-elsewhere',
  'inbox-closed',
  'inbox-reopened',
  'inbox-marked',
  'chats-deleted',
] as const
export type AdminAction = (typeof adminActions)[number]

const auditEntry = z.object({
  action: z.enum(adminActions),
  /** ISO time. */
  at: z.string(),
  /** The admin's email address or the operator's access key id. Null if the admin's account has been deleted. */
  by: z.nullable(z.string()),
  /** Name of the file, video or referrer concerned. Null for actions about an account. */
  about: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Place of an audited action among those about a user: its time and id. */
const auditPlace = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[0-9a-f-]{36}$/, 'Please open the list again'))

export const listUserAudit = operation({
  name: 'list-user-audit',
  summary:
    'Lists the newest 50 audited actions of admins and operators about a user, and the newest 50 of that user as an admin. With `about_after`, returns older actions about the user.',
  caller: 'admin',
  body: z.object({
    id: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Actions about the user that are older than this one are returned. Default: from the newest. */
    about_after: z.optional(auditPlace),
  }),
  ok: z.object({
    data: z.object({
      about: z.array(auditEntry),
      /** Value of `about_after` for the next page of actions about the user. Absent on the last page. */
      about_next: z.optional(z.string()),
      by: z.array(auditEntry),
    }),
  }),
})
