import { checkPendingSignUp } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { isPendingPassword } from '#platform/user-pool/sign-in.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { type PendingSignUpRepository, pendingSignUpRepository } from '../pending-sign-up.repository.ts'

interface Dependencies {
  readonly signUps: Pick<PendingSignUpRepository, 'list'>
  readonly isPendingPassword: typeof isPendingPassword
}

/** Longer than checking a password takes, in milliseconds. */
const minDurationMs = 500

/** Only the newest sign-ups are checked, so that one request never causes more calls to the user pool than this. */
const maxChecked = 10

/**
 * Lets the sign-in form explain that an address is not confirmed. Only someone who knows the password of a pending
 * sign-up gets a different response, and every response takes the same time. A sign-up with the address of an account is
 * pending too.
 */
export const handle: Handle<typeof checkPendingSignUp, Dependencies> = ({ body }, deps) =>
  withMinimumDuration(minDurationMs, async () => {
    const signUps = await deps.signUps.list(body.email, maxChecked)
    const results = await Promise.all(
      signUps.map(({ user_id }) => deps.isPendingPassword(user_id, body.password)),
    )
    return { pending: results.includes(true) }
  })

const table = new Table()
export const handler = serve(
  checkPendingSignUp,
  handle,
  {
    signUps: pendingSignUpRepository(table),
    isPendingPassword,
  },
  { table },
)
