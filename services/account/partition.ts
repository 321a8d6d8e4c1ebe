/**
 * Everything that stands in a person's partition, by kind: what the person gets of it in their export. A kind
 * that is not named here fails a test, so that each new one is decided on: it is deleted with the account
 * and left out of the export until it is.
 */
export const partitionKinds = {
  profile: {
    section: 'profile',
    fields: [
      'user_id',
      'email',
      'full_name',
      'company_name',
      'street_address',
      'city',
      'postcode',
      'number_of_employees',
      'user_type',
      'created_at',
      'email_verified_at',
      'last_sign_in_at',
    ],
  },
  subscriber: { section: 'subscription', fields: ['subscribed', 'subscription_tier', 'subscription_end'] },
  subscription: {
    section: 'subscription',
    fields: ['status', 'cancel_at_period_end', 'current_period_end'],
  },
  pass: {
    section: 'passes',
    fields: ['email', 'paid_at', 'started_at', 'minutes', 'ended_at', 'refunded_at'],
  },
  'access-change': { section: 'access_history', fields: ['at', 'from', 'to', 'subscribed'] },
  ticket: {
    section: 'tickets',
    fields: ['id', 'topic', 'country', 'message', 'created_at', 'answered_by'],
  },
  checkout: { section: 'payment_pages', fields: ['plan', 'reserved_at'] },
} as const satisfies Record<string, { readonly section: string; readonly fields: readonly string[] }>

export type PartitionKind = keyof typeof partitionKinds
export type Section = (typeof partitionKinds)[PartitionKind]['section']

export const isPartitionKind = (entity: unknown): entity is PartitionKind =>
  typeof entity === 'string' && Object.hasOwn(partitionKinds, entity)

/** What the export shows of an item: the fields that are named for its kind, and no other. */
export const shownOf = (kind: PartitionKind, item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    partitionKinds[kind].fields
      .filter((field) => item[field] !== undefined)
      .map((field) => [field, item[field]]),
  )
