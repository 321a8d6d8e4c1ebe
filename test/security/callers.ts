import { signChatVisitor } from '#shared/contract/chat.ts'
import { ensureAdminRole } from '#shared/contract/identity.ts'
import { listFileTitles } from '#shared/contract/library.ts'
import type { CallerKind, Operation } from '#shared/contract/operation.ts'
import { listReferrals, validateReferral } from '#shared/contract/referrals.ts'
import { getSecondFactor } from '#shared/contract/second-factor.ts'
import { given, type TestAccount } from '../kit/given.ts'

/**
 * One operation for each kind of caller, whose empty body changes no caller. What must hold for all operations is
 * tested with these on the local cloud, and with every operation in memory.
 */
export const operationFor: Readonly<Record<CallerKind, Operation>> = {
  anyone: validateReferral,
  optionalAuth: signChatVisitor,
  signedIn: ensureAdminRole,
  member: listFileTitles,
  anyAdmin: getSecondFactor,
  admin: listReferrals,
}

/** Creates a permitted caller for each kind of operation; `undefined` for anonymous calls. */
const createCaller: Readonly<Record<CallerKind, () => Promise<TestAccount | undefined>>> = {
  anyone: async () => undefined,
  optionalAuth: async () => undefined,
  signedIn: () => given.user(),
  member: () => given.monthlyMember(),
  anyAdmin: () => given.admin(),
  admin: () => given.admin(),
}

/**
 * Returns a function that returns the headers of a permitted caller. Its calls for one kind of caller share a user,
 * which is enough for requests that are rejected and change nothing. Each test file needs users of its own: what proves
 * that they are signed in expires when another file moves the clock.
 */
export const permittedCallers = () => {
  const callers = new Map<CallerKind, Promise<TestAccount | undefined>>()
  return async ({ caller }: Operation): Promise<Record<string, string>> => {
    const user = callers.get(caller) ?? createCaller[caller]()
    callers.set(caller, user)
    const created = await user
    return created === undefined ? {} : bearer(created.accessToken)
  }
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
