import { updateProfile } from '#shared/contract/profile-changes.ts'
import { apiError } from '#platform/api-error.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type ProfileRepository, profileRepository } from '../profile.repository.ts'

interface Dependencies {
  readonly profiles: ProfileRepository
}

/** Changes the details here only. `copy-account-details` copies the name and the address to Stripe within minutes. */
export const handle: Handle<typeof updateProfile, Dependencies> = async (
  { caller, body, now },
  { profiles },
) => {
  const { details_changed_at: seenAt, ...form } = body
  const changed = await profiles.change(caller.profile, form, seenAt, now)
  return changed === 'stale' ? apiError('profile_changed') : changed
}

const table = new Table()
export const handler = serve(updateProfile, handle, { profiles: profileRepository(table) }, { table })
