/** An account that every local cloud starts with. All people are invented, and their addresses receive no email. */
export interface SeedAccount {
  readonly as: 'user' | 'monthlyMember' | 'annualMember' | 'admin'
  readonly email: string
  /** Shown by `npm start` and on the console page. */
  readonly description: string
}

export const seedAccounts: readonly SeedAccount[] = [
  { as: 'user', email: 'nadia@newcomer.example', description: 'signed up, no subscription' },
  { as: 'monthlyMember', email: 'marcus@member.example', description: 'monthly subscription' },
  { as: 'annualMember', email: 'bronwen@member.example', description: 'annual subscription' },
  { as: 'admin', email: 'avery@admin.example', description: 'admin' },
]

/**
 * The functions that creating the seed accounts calls. A start bundles them together, which is faster. Functions
 * that are missing here are bundled when they are first called.
 */
export const functionsForSeeding: readonly string[] = [
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
  'set-up-second-factor',
  'confirm-second-factor',
]
