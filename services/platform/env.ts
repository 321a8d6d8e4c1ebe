import type { Permissions } from './function.ts'

/** Every environment variable that a function can read, by the permission that adds it. */
export const variablesOfPermission = {
  always: ['STAGE'],
  table: ['TABLE_NAME'],
  userPool: ['USER_POOL_ID', 'USER_POOL_CLIENT_ID'],
  files: ['LIBRARY_BUCKET'],
  siteFiles: ['SITE_BUCKET'],
  email: ['MAIL_FROM', 'EMAIL_CONFIGURATION'],
  stripe: ['STRIPE_API_BASE', 'STRIPE_LIVE_MODE'],
  'stripe:api': ['STRIPE_SECRET_KEY_ID'],
  'stripe:webhook': ['STRIPE_WEBHOOK_SECRET_ID'],
  guestKeys: ['GUEST_KEY_SECRET_ID'],
  secondFactorKey: ['SECOND_FACTOR_KEY_ID'],
  chat: ['CHAT_PROVIDER'],
  'chat:identity': ['CHAT_IDENTITY_KEY_ID'],
  'chat:webhook': ['CHAT_WEBHOOK_SECRET_ID'],
  'chat:api': ['CHAT_API_BASE', 'CHAT_API_ACCESS_ID'],
  secrets: ['SECRETS_MANAGER_TTL'],
  tokens: ['TOKEN_ISSUER', 'TOKEN_KEYS_URL', 'TOKEN_CLIENT_ID'],
  passkeys: ['PASSKEY_DOMAIN'],
  site: ['SITE_URL'],
} as const

export type VariableName = (typeof variablesOfPermission)[keyof typeof variablesOfPermission][number]

/** Returns whether a function reads secrets and so needs the secrets extension. */
export const readsSecrets = ({ stripe, guestKeys, secondFactorKey, chat }: Permissions): boolean =>
  [stripe, guestKeys, secondFactorKey].some((permission) => permission !== undefined) ||
  (chat !== undefined && chat.length > 0)

/** Returns exactly the variables that a function with these permissions gets. */
export const variablesFor = (permissions: Permissions): VariableName[] => [
  ...variablesOfPermission.always,
  ...(permissions.table ? variablesOfPermission.table : []),
  ...(permissions.userPool ? variablesOfPermission.userPool : []),
  ...(permissions.files || permissions.quarantine ? variablesOfPermission.files : []),
  ...(permissions.siteFiles ? variablesOfPermission.siteFiles : []),
  ...(permissions.email ? variablesOfPermission.email : []),
  ...(permissions.stripe ? variablesOfPermission.stripe : []),
  ...(permissions.stripe?.includes('api') ? variablesOfPermission['stripe:api'] : []),
  ...(permissions.stripe?.includes('webhook') ? variablesOfPermission['stripe:webhook'] : []),
  ...(permissions.guestKeys ? variablesOfPermission.guestKeys : []),
  ...(permissions.secondFactorKey ? variablesOfPermission.secondFactorKey : []),
  ...(permissions.chat ? variablesOfPermission.chat : []),
  ...(permissions.chat?.includes('identity') ? variablesOfPermission['chat:identity'] : []),
  ...(permissions.chat?.includes('webhook') ? variablesOfPermission['chat:webhook'] : []),
  ...(permissions.chat?.includes('api') ? variablesOfPermission['chat:api'] : []),
  ...(readsSecrets(permissions) ? variablesOfPermission.secrets : []),
  ...(permissions.tokens ? variablesOfPermission.tokens : []),
  ...(permissions.passkeys ? variablesOfPermission.passkeys : []),
  ...(permissions.site ? variablesOfPermission.site : []),
]

/**
 * Reads an environment variable.
 *
 * @throws Error that names the variable if it is missing; at module level this stops the cold start
 */
export const env = (name: VariableName): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`The variable ${name} is not set. Does function.ts declare the permission?`)
  return value
}
