/**
 * Everything that stands in a person's partition, by kind: what the person gets of it in their export, and
 * whether it outlives the account. A kind that is not named here fails a test, so that each new one is decided
 * on: until it is, it goes with the account and is left out of the export.
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
  /** Names people by id alone, and whom an admin did something to is not for the person to take away. */
  audit: { section: 'acts_of_admins', fields: ['act', 'at'], outlives: true },
  checkout: { section: 'payment_pages', fields: ['plan', 'reserved_at'] },
} as const satisfies Record<
  string,
  { readonly section: string; readonly fields: readonly string[]; readonly outlives?: true }
>

export type PartitionKind = keyof typeof partitionKinds
export type Section = (typeof partitionKinds)[PartitionKind]['section']

export const isPartitionKind = (entity: unknown): entity is PartitionKind =>
  typeof entity === 'string' && Object.hasOwn(partitionKinds, entity)

/** Does it stay when the account is deleted? */
export const outlives = (entity: unknown): boolean =>
  isPartitionKind(entity) && 'outlives' in partitionKinds[entity]

/** What the export shows of an item: the fields that are named for its kind, and no other. */
export const shownOf = (kind: PartitionKind, item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    partitionKinds[kind].fields
      .filter((field) => item[field] !== undefined)
      .map((field) => [field, item[field]]),
  )
