import type { CallerKind, Operation } from '#shared/contract/operation.ts'
import { given, type Person } from '../kit/given.ts'

/** Creates a permitted caller for each kind of operation; `undefined` for anonymous calls. */
const createCaller: Readonly<Record<CallerKind, () => Promise<Person | undefined>>> = {
  anyone: async () => undefined,
  optionalAuth: async () => undefined,
  signedIn: () => given.user(),
  member: () => given.monthlyMember(),
  anyAdmin: () => given.admin(),
  admin: () => given.admin(),
}

const callers = new Map<CallerKind, Promise<Person | undefined>>()

/**
 * Returns the headers of a permitted caller. All calls of one kind share a user, which is enough for requests
 * that are rejected and change nothing.
 */
export const allowedHeaders = async ({ caller }: Operation): Promise<Record<string, string>> => {
  const user = callers.get(caller) ?? createCaller[caller]()
  callers.set(caller, user)
  const created = await user
  return created === undefined ? {} : bearer(created.accessToken)
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
