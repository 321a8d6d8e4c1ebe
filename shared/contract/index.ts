import * as account from './account.ts'
import * as admin from './admin.ts'
import * as billing from './billing.ts'
import * as chat from './chat.ts'
import * as contact from './contact.ts'
import * as identity from './identity.ts'
import * as library from './library.ts'
import * as passes from './passes.ts'
import type { Operation } from './operation.ts'
import * as referrals from './referrals.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'caller' in value && 'ok' in value

/** Every operation there is, by name. Routes, the role matrix and docs/api.md are made from it. */
export const operations: readonly Operation[] = [
  account,
  admin,
  identity,
  referrals,
  billing,
  passes,
  library,
  contact,
  chat,
]
  .flatMap((domain) => Object.values(domain))
  .filter(isOperation)
  .toSorted((a, b) => a.name.localeCompare(b.name))
