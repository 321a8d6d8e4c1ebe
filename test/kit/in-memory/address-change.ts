import { changeEmail } from '#shared/contract/profile-changes.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { addressChangeRepository } from '#services/identity/address-change.repository.ts'
import { handle } from '#services/identity/change-email/handler.ts'
import { sessionRepository } from '#services/identity/session.repository.ts'
import { identityInMemory } from './identity.ts'
import { callInMemory } from './in-memory.ts'

/**
 * Opens an account. `request` sends a request as its owner, who signed in this many seconds ago, and runs `during` after
 * the request has been authenticated.
 */
export const addressChangeInMemory = async () => {
  const identity = identityInMemory()
  const { table, deps } = identity
  const { userId, email, password } = await identity.openAccount()
  const profileNow = async (id = userId): Promise<ProfileRecord> => {
    const profile = await identity.profileOf(id)
    if (profile === undefined) throw new Error('The account does not exist')
    return profile
  }
  const requestAs = async (
    id: string,
    address: string,
    secondsAgo = 0,
    during = async () => undefined as unknown,
  ) => {
    identity.passSeconds(1)
    const caller = {
      profile: await profileNow(id),
      subscriber: undefined,
      subscription: undefined,
      passes: [],
      stepUps: [],
      userId: id,
      signInId: undefined,
      signedInAtSeconds: identity.now().getTime() / 1000 - secondsAgo,
      mayBeAdmin: false,
    }
    const body = { email: address }
    await during()
    return callInMemory(
      changeEmail,
      handle,
      { caller, body, now: identity.now() },
      { ...deps, addressChanges: addressChangeRepository(table) },
    )
  }
  /** Presses the button of the newest link to an address, and returns the page that follows. */
  const confirm = async (address: string) =>
    identity.request(await identity.newestLink(address), { method: 'POST' })
  const sessions = sessionRepository(table)
  const startedAt = () => identity.now().toISOString()
  const sessionEnd = () => ({ validAfter: identity.now(), signInId: undefined })
  return {
    ...identity,
    userId,
    email,
    password,
    profileNow: () => profileNow(),
    signOut: () => sessions.end(userId, sessionEnd()),
    beginPassword: () =>
      sessions.beginPasswordChange(userId, { startedAt: startedAt(), isSet: false, removedPasskeys: [] }),
    /** Completes a change of password that has not found the links of the account, because their index is behind. */
    endPassword: () =>
      sessions.endAfterPasswordChange(userId, sessionEnd(), {
        cause: `password-changed:${userId}:${startedAt()}`,
        to: email,
        content: {
          template: 'password-changed',
          name: 'Nadia Oyelaran',
          link: 'https://advice.example/login',
          changed_at: startedAt(),
          passkeys: { removed: [], kept: [] },
        },
        now: identity.now(),
      }),
    deleteAccount: () =>
      table.transact(
        put(keys.profile(userId), { entity: 'tombstone', user_id: userId, deleted_at: startedAt() }),
      ),
    request: (address: string, secondsAgo?: number, during?: () => Promise<unknown>) =>
      requestAs(userId, address, secondsAgo, during),
    confirm,
    /** Opens a link without pressing its button. */
    open: (link: string, method: 'GET' | 'HEAD') => identity.request(link, { method }),
    /** Gives another account a new address. */
    changeAddressOf: async (id: string, address: string) => {
      await requestAs(id, address)
      await confirm(address)
      identity.passSeconds(1)
    },
  }
}
