import * as paths from '#shared/values/site-map.ts'
import type { GuestKeys } from './guest-keys.ts'
import type { StoredPass } from './pass.repository.ts'

/** Dependencies of the functions that create links to passes. */
export interface PassLinkDependencies {
  /** Required for guest passes only. */
  readonly guestKeys: GuestKeys | undefined
  readonly siteUrl: string
}

export const requireGuestKeys = ({ guestKeys }: PassLinkDependencies): GuestKeys => {
  if (guestKeys === undefined) throw new Error('A guest pass requires guest keys')
  return guestKeys
}

/** Returns the link in emails to the holder of a pass. For a guest pass, it restores the pass in any browser. */
export const passLink = async (
  { holder, firstSessionId }: Pick<StoredPass, 'holder' | 'firstSessionId'>,
  deps: PassLinkDependencies,
): Promise<string> => {
  if (holder.userId !== undefined) return `${deps.siteUrl}${paths.liveChat}`
  const token = await requireGuestKeys(deps).receiptTokenOf(firstSessionId)
  const query = new URLSearchParams({ pass: firstSessionId, token })
  return `${deps.siteUrl}${paths.restorePass}?${query.toString()}`
}
