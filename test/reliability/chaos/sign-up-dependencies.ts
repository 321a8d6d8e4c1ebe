import { accountRepository } from '#services/identity/account.repository.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import type { ChaosWorld } from './chaos-world.ts'

/** The dependencies of the sign-up operations. */
export const signUpDependencies = ({ billing: { table, deps }, faults, pool }: ChaosWorld) => ({
  accounts: accountRepository(table),
  signUps: pendingSignUpRepository(table),
  signUpChecks: signUpCheckRepository(table),
  links: linkRepository(table),
  userPool: faults.around('user pool', pool),
  siteUrl: deps.siteUrl,
})
