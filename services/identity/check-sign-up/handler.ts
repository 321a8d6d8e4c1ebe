import { checkSignUp } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type SignUpCheckRepository, signUpCheckRepository } from '../sign-up-check.repository.ts'

interface Dependencies {
  readonly signUpChecks: SignUpCheckRepository
}

/** Returns the status of a sign-up by its id only, so nobody can ask about an address. */
export const handle: Handle<typeof checkSignUp, Dependencies> = async ({ body, now }, { signUpChecks }) => ({
  status: await signUpChecks.statusOf(body.sign_up_id, now),
})

const table = new Table()
export const handler = serve(checkSignUp, handle, { signUpChecks: signUpCheckRepository(table) }, { table })
