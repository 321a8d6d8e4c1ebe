import type { CallerKind, Operation } from '../../shared/contract/operation.ts'
import { given, type Person } from '../kit/given.ts'

/** Somebody who may call an operation of this kind; nobody, where anyone may. */
const allowed: Readonly<Record<CallerKind, () => Promise<Person | undefined>>> = {
  anyone: async () => undefined,
  eitherWay: async () => undefined,
  signedIn: () => given.user(),
  member: () => given.monthlyMember(),
  admin: () => given.admin(),
}

const known = new Map<CallerKind, Promise<Person | undefined>>()

/**
 * The headers of a caller who may call the operation: one person for each kind, which will do where no call
 * takes effect.
 */
export const allowedHeaders = async ({ caller }: Operation): Promise<Record<string, string>> => {
  const made = known.get(caller) ?? allowed[caller]()
  known.set(caller, made)
  const person = await made
  return person === undefined ? {} : bearer(person.accessToken)
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
