import * as z from 'zod/mini'
import { codeDigits } from '../values/limits.ts'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

/** ISO time until which a step-up counts. */
const validUntil = z.string()

export const getSecondFactor = operation({
  name: 'get-second-factor',
  summary:
    'Returns whether an admin has set up an authenticator app, and until when the code entered after this sign-in counts.',
  caller: 'anyAdmin',
  body: nothing,
  /** `valid_until` is null if no code has been entered after this sign-in, or if it no longer counts. */
  ok: z.object({ is_set_up: z.boolean(), valid_until: z.nullable(validUntil) }),
})

export const setUpSecondFactor = operation({
  name: 'set-up-second-factor',
  summary:
    'Returns the key for an authenticator app. The same sign-in receives the same key until a code confirms it.',
  caller: 'anyAdmin',
  body: nothing,
  /** `key` in Base32, as people type it. `uri` is the same key as an `otpauth:` link. */
  ok: z.object({ key: z.string(), uri: z.string() }),
  errors: ['second_factor_already_set_up'],
  limits: [{ by: 'user', max: 20, windowSeconds: 3600 }],
})

export const confirmSecondFactor = operation({
  name: 'confirm-second-factor',
  summary:
    'Accepts a code from the authenticator app, once. The admin operations then work for this sign-in. The first code completes the set-up.',
  caller: 'anyAdmin',
  body: z.object({
    code: z.string().check(z.regex(new RegExp(`^\\d{${codeDigits}}$`), `Please enter ${codeDigits} digits`)),
  }),
  ok: z.object({ valid_until: validUntil }),
  errors: ['second_factor_not_set_up', 'code_rejected'],
  /** Three of a million codes are valid at a time, so 50 guesses a day succeed once in 18 years on average. */
  limits: [
    { by: 'user', max: 10, windowSeconds: 300 },
    { by: 'user', max: 50, windowSeconds: 86_400 },
  ],
})
