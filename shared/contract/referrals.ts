import * as z from 'zod'
import { operation } from './operation.ts'

export const validateReferral = operation({
  name: 'validate-referral',
  summary: 'Says whether a referral token still counts. An unknown, rotated or revoked one does not.',
  caller: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  ok: z.object({ valid: z.boolean(), expired: z.boolean() }),
  limits: [{ by: 'client', max: 30, windowSeconds: 60 }],
})
