import { getProfile } from '#shared/contract/identity.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { emailProblemRepository, type EmailProblemRepository } from '#services/email/public.ts'

interface Dependencies {
  readonly emailProblems: Pick<EmailProblemRepository, 'findStop'>
}

/** The success schema of the contract removes internal fields such as keys and session times. */
export const handle: Handle<typeof getProfile, Dependencies> = async ({ caller: { profile } }, deps) => {
  const stop = await deps.emailProblems.findStop(profile.email)
  return { ...profile, ...(stop !== null && { emails_stopped: stop.reason }) }
}

const table = new Table()
export const handler = serve(getProfile, handle, { emailProblems: emailProblemRepository(table) }, { table })
