import type { FunctionDefinition } from '#platform/function.ts'

/** Functions that verify responses of authenticators, with a library of about 300 KB. */
const verifiers = new Set(['add-passkey', 'sign-in-with-passkey'])

/** Returns the maximum size of a minified bundle, in KB of 1,000 bytes. The SDK clients account for most of it. */
export const bundleBudgetOf = ({ name, permissions }: FunctionDefinition): number => {
  if (verifiers.has(name)) return 625
  // This function contains PDF.js, and no request waits for it.
  if (name === 'index-library-file') return 2100
  if (permissions.stripe) return 500
  return permissions.files || permissions.quarantine || permissions.siteFiles ? 485 : 355
}
