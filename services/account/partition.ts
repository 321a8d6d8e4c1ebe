import * as z from 'zod/mini'
import type { AccountData } from '#shared/contract/account.ts'
import { formerEmail } from '#platform/account/records.ts'

/**
 * Every kind of item in an account's partition: which section and fields of the export it appears in, which fields the
 * export leaves out, and whether it is retained after the account is deleted. A test fails for a kind or a field that
 * is missing here (`partition-kinds.rules.test.ts` has the schema of every kind). Until it is added, such an item is
 * deleted with the account and is not exported.
 */
export const partitionKinds = {
  profile: {
    section: 'profile',
    fields: [
      'user_id',
      'email',
      'former_emails',
      'full_name',
      'company_name',
      'street_address',
      'city',
      'postcode',
      'number_of_employees',
      'user_type',
      'created_at',
      'details_changed_at',
      'email_verified_at',
      'last_sign_in_at',
    ],
    leftOut: [
      'referrer_token',
      'referral_id',
      'tokens_valid_after',
      'signed_out_origin',
      'password_change_started_at',
      'password_change_set',
      'password_change_removed_passkeys',
      'password_changed_at',
      'passkey_additions',
      'stripe_customer_id',
      'former_stripe_customer_id',
    ],
  },
  subscriber: {
    section: 'subscription',
    fields: ['subscribed', 'subscription_tier', 'subscription_end'],
    leftOut: ['user_id', 'email'],
  },
  subscription: {
    section: 'subscription',
    fields: [
      'status',
      'cancel_at_period_end',
      'current_period_end',
      'disputed',
      'balance_due_minor',
      'start_request_wording',
      'start_requested_at',
    ],
    leftOut: [
      'user_id',
      'stripe_customer_id',
      'stripe_subscription_id',
      'version',
      'checks',
      'welcomed',
      'late_invoice_id',
    ],
  },
  pass: {
    section: 'passes',
    fields: [
      'email',
      'paid_at',
      'unused_days',
      'restored_at',
      'started_at',
      'minutes',
      'ended_at',
      'last_seen_at',
      'unseen_reply_at',
      'chat_ended_at',
      'purchases',
    ],
    leftOut: ['user_id', 'session_id', 'refunded_at', 'version'],
  },
  access_change: {
    section: 'access_history',
    fields: ['at', 'from', 'to', 'subscribed'],
    leftOut: ['cause'],
  },
  ticket: {
    section: 'tickets',
    fields: ['id', 'topic', 'country', 'message', 'created_at', 'answered_by'],
    leftOut: [],
  },
  /** Replies and follow-up questions. `reference` is the number of the ticket. */
  ticket_message: {
    section: 'ticket_messages',
    fields: ['reference', 'from', 'text', 'acknowledges', 'kind', 'at', 'answered_by'],
    leftOut: [],
  },
  /** Leaves out the token, with which anyone could stop the emails. */
  library_emails: {
    section: 'library_emails',
    fields: ['since', 'switched_off_at'],
    leftOut: ['user_id', 'stop_token'],
  },
  /** Leaves out the public key, which says nothing about the user. */
  passkey: {
    section: 'passkeys',
    fields: ['name', 'created_at', 'last_used_at', 'synced'],
    leftOut: ['user_id', 'id', 'credential_id', 'public_key', 'counter', 'transports'],
  },
  /** Identifies people by id only. Customers cannot delete the record of what an admin did to their account. */
  audit: {
    section: 'admin_actions',
    fields: ['action', 'at'],
    leftOut: ['actor_id', 'actor_kind', 'about'],
    retained: true,
  },
  /** Leaves out the secret, with which any reader of the export could produce codes. */
  second_factor: {
    section: 'second_factor',
    fields: ['created_at', 'confirmed_at'],
    leftOut: ['sealed_key', 'created_by', 'last_step_at'],
  },
  step_up: { section: 'second_factor', fields: ['passed_at', 'valid_until'], leftOut: ['sign_in'] },
  checkout: {
    section: 'payment_pages',
    fields: ['plan', 'reserved_at'],
    leftOut: ['attempt', 'session_id', 'url'],
  },
} as const satisfies Record<
  string,
  {
    /** The response schema drops a section that it lacks: add a new one to `accountData` in the contract. */
    readonly section: keyof AccountData
    readonly fields: readonly string[]
    readonly leftOut: readonly string[]
    readonly retained?: true
  }
>

export type PartitionKind = keyof typeof partitionKinds
export type Section = (typeof partitionKinds)[PartitionKind]['section']

export const isPartitionKind = (entity: unknown): entity is PartitionKind =>
  typeof entity === 'string' && Object.hasOwn(partitionKinds, entity)

/** Returns true for items that are retained when the account is deleted. */
export const isRetained = (entity: unknown): boolean =>
  isPartitionKind(entity) && 'retained' in partitionKinds[entity]

/**
 * Lists the purchases of a pass without their keys, which are ids at Stripe, and former addresses without the time at
 * which another owner gave them up.
 */
const withoutOthersData = (field: string, value: unknown): unknown => {
  if (field === 'purchases') return Object.values(z.record(z.string(), z.unknown()).parse(value))
  if (field !== 'former_emails') return value
  return z
    .array(formerEmail)
    .parse(value)
    .map(({ email, until }) => ({ email, until }))
}

/** Returns the fields of an item that the export contains: those listed for its kind, and no others. */
export const exportedFieldsOf = (kind: PartitionKind, item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    partitionKinds[kind].fields
      .filter((field) => item[field] !== undefined)
      .map((field) => [field, withoutOthersData(field, item[field])]),
  )
