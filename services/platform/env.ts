import type { Needs } from './function.ts'

/** Every variable that a function can read, and the need that brings it. */
export const variablesOfNeed = {
  always: ['STAGE', 'ORIGIN_SECRET'],
  table: ['TABLE_NAME'],
  userPool: ['USER_POOL_ID', 'USER_POOL_CLIENT_ID'],
  files: ['LIBRARY_BUCKET'],
  mail: ['MAIL_FROM'],
  stripe: ['STRIPE_API_BASE', 'STRIPE_LIVE_MODE'],
  'stripe:api': ['STRIPE_SECRET_KEY_ID'],
  'stripe:webhook': ['STRIPE_WEBHOOK_SECRET_ID'],
  guestKeys: ['GUEST_KEY_SECRET_ID'],
  chat: ['CHAT_PROVIDER'],
  'chat:identity': ['CHAT_IDENTITY_KEY_ID'],
  'chat:webhook': ['CHAT_WEBHOOK_SECRET_ID'],
  tokens: ['TOKEN_ISSUER', 'TOKEN_KEYS_URL', 'TOKEN_CLIENT_ID'],
  site: ['SITE_URL'],
} as const

export type VariableName = (typeof variablesOfNeed)[keyof typeof variablesOfNeed][number]

/** The variables that a function with these needs gets: no more, no fewer. */
export const variablesFor = (needs: Needs): VariableName[] => [
  ...variablesOfNeed.always,
  ...(needs.table ? variablesOfNeed.table : []),
  ...(needs.userPool ? variablesOfNeed.userPool : []),
  ...(needs.files || needs.quarantine ? variablesOfNeed.files : []),
  ...(needs.mail ? variablesOfNeed.mail : []),
  ...(needs.stripe ? variablesOfNeed.stripe : []),
  ...(needs.stripe?.includes('api') ? variablesOfNeed['stripe:api'] : []),
  ...(needs.stripe?.includes('webhook') ? variablesOfNeed['stripe:webhook'] : []),
  ...(needs.guestKeys ? variablesOfNeed.guestKeys : []),
  ...(needs.chat ? variablesOfNeed.chat : []),
  ...(needs.chat?.includes('identity') ? variablesOfNeed['chat:identity'] : []),
  ...(needs.chat?.includes('webhook') ? variablesOfNeed['chat:webhook'] : []),
  ...(needs.tokens ? variablesOfNeed.tokens : []),
  ...(needs.site ? variablesOfNeed.site : []),
]

/** Reads a variable; a missing one stops the cold start with its name. */
export const env = (name: VariableName): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`The variable ${name} is not set: does function.ts declare the need?`)
  return value
}
