import { run } from '../../local/tasks/admin/run.ts'
import { findStage } from '../../local/tasks/admin/find-stage.ts'
import { site } from './site.ts'

const environment = () => ({ PORT: new URL(site()).port })

/** What an operator does from a terminal. */
export const operator = {
  /** `npm run admin -- …` */
  admin: (...args: readonly string[]) => run(args, environment()),
  /** The table itself, for what only an operator can change. */
  table: async () => (await findStage(undefined, environment())).table,
} as const
