/** A person that every local cloud starts with. All are invented; their addresses cannot receive mail. */
export interface SeedPerson {
  readonly as: 'user' | 'monthlyMember' | 'annualMember' | 'admin'
  readonly email: string
  /** What `npm start` says of them. */
  readonly description: string
}

export const seedPeople: readonly SeedPerson[] = [
  { as: 'user', email: 'nadia@newcomer.example', description: 'signed up, has not paid' },
  { as: 'monthlyMember', email: 'marcus@member.example', description: 'subscribes by the month' },
  { as: 'annualMember', email: 'bronwen@member.example', description: 'subscribes by the year' },
  { as: 'admin', email: 'avery@admin.example', description: 'runs the service' },
]

/**
 * The functions that these people's ways lead through. A start bundles them together; one that is missing here is
 * bundled when it is called.
 */
export const functionsOfSeed: readonly string[] = [
  'sign-up',
  'deliver-email',
  'verify-link',
  'define-auth-challenge',
  'create-auth-challenge',
  'verify-auth-challenge',
  'pre-token-generation',
  'create-checkout',
  'stripe-webhook',
  'verify-subscription',
]
