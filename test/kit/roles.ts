import type { CallerKind, Operation } from '#shared/contract/operation.ts'

/** The response of an operation for a kind of caller to a role: a result, 401 or 403. */
export type Access = 'accepted' | 401 | 403

/** Every kind of operation has a column, so that a new kind does not compile until each role has an entry. */
type Row = Readonly<Record<CallerKind, Access>>

export const roles = [
  'no token',
  'an invented token',
  'a token of another user pool',
  'an ID token',
  'a refresh token',
  'a user who signed out everywhere',
  'a deleted user',
  'a user',
  'a pass holder',
  'a past-due member',
  'a lapsed member',
  'a member with a disputed payment',
  'a demoted admin',
  'a member',
  'an admin without a second factor',
  'an admin',
] as const
export type Role = (typeof roles)[number]

const anonymous: Row = {
  anyone: 'accepted',
  optionalAuth: 'accepted',
  signedIn: 401,
  member: 401,
  anyAdmin: 401,
  admin: 401,
}
const rejected: Row = { ...anonymous, optionalAuth: 401 }
const account: Row = { ...anonymous, signedIn: 'accepted', member: 403, anyAdmin: 403, admin: 403 }
const member: Row = { ...account, member: 'accepted' }
const adminWithoutFactor: Row = { ...member, anyAdmin: 'accepted' }
const admin: Row = { ...adminWithoutFactor, admin: 'accepted' }

const rows: Readonly<Record<Role, Row>> = {
  'no token': anonymous,
  'an invented token': rejected,
  'a token of another user pool': rejected,
  'an ID token': rejected,
  'a refresh token': rejected,
  'a user who signed out everywhere': rejected,
  'a deleted user': rejected,
  'a user': account,
  'a pass holder': account,
  'a past-due member': account,
  'a lapsed member': account,
  'a member with a disputed payment': account,
  'a demoted admin': account,
  'a member': member,
  'an admin without a second factor': adminWithoutFactor,
  'an admin': admin,
}

/** Results of single operations that differ from the row of a role. */
const exceptions: Partial<Record<Role, Readonly<Record<string, Access>>>> = {
  // A repeated deletion succeeds, so that a page whose first response was lost can finish.
  'a deleted user': { 'delete-account': 'accepted' },
}

export const accessOf = ({ name, caller }: Operation, role: Role): Access =>
  exceptions[role]?.[name] ?? rows[role][caller]

const accepted: readonly number[] = [200, 400, 404, 409]

/**
 * Returns the statuses that a role may get from an operation for an empty body. Authorisation comes before the check of
 * the body, and some accepted callers have no data for the operation.
 */
export const statusesFor = (operation: Operation, role: Role): readonly number[] => {
  const access = accessOf(operation, role)
  if (access === 'accepted') return accepted
  // API Gateway returns 403 to a valid token without the scope of an access token.
  return access === 401 && role === 'an ID token' ? [401, 403] : [access]
}
