import * as z from 'zod'
import { control, query } from './control.ts'

/** Returns the code that the authenticator app of an admin shows: the first one that has not been used. */
export const secondFactorCode = async (email: string): Promise<string> =>
  (await control('GET', `second-factor${query({ email })}`, z.object({ code: z.string() }))).code
