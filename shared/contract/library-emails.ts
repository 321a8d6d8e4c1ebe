import * as z from 'zod/mini'
import { nothing } from './fields.ts'
import { operation } from './operation.ts'

const choice = z.object({ on: z.boolean() })

export const getLibraryEmails = operation({
  name: 'get-library-emails',
  summary:
    'Returns whether the caller gets the monthly email about changes to the library. It is off by default.',
  caller: 'signedIn',
  body: nothing,
  ok: choice,
})

export const setLibraryEmails = operation({
  name: 'set-library-emails',
  summary: 'Switches the monthly email about changes to the library on or off for the caller.',
  caller: 'signedIn',
  body: choice,
  ok: choice,
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
