import type { CallerKind, Operation } from '../../shared/contract/operation.ts'
import { given, type Person } from '../kit/given.ts'

/** Somebody new who may call an operation of this kind; nobody, where anyone may. */
const allowed: Readonly<Record<CallerKind, () => Promise<Person | undefined>>> = {
  anyone: async () => undefined,
  signedIn: () => given.user(),
  member: () => given.monthlyMember(),
  admin: () => given.admin(),
}

/** The headers of a caller who may call the operation. */
export const allowedHeaders = async (operation: Operation): Promise<Record<string, string>> => {
  const person = await allowed[operation.caller]()
  return person === undefined ? {} : bearer(person.accessToken)
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
