import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { type CallerKind, operation } from '#shared/contract/operation.ts'
import { adminGuard, memberGuard } from './guards.ts'
import { serve } from './serve.ts'

const operationFor = <Kind extends CallerKind>(caller: Kind) =>
  operation({ name: 'read-something', summary: 'Reads.', caller, body: z.object({}), ok: z.object({}) })

const handle = async () => ({})

/** The type check fails if an expected error is missing. */
describe('serve', () => {
  test('requires a guard for an operation of members or admins', () => {
    // @ts-expect-error Without a guard, every caller is rejected.
    expect(serve(operationFor('member'), handle, null, {})).toBeTypeOf('function')
    // @ts-expect-error Without a guard, every caller is rejected.
    expect(serve(operationFor('anyAdmin'), handle, null, {})).toBeTypeOf('function')
    // @ts-expect-error Without a guard, every caller is rejected.
    expect(serve(operationFor('admin'), handle, null, { guard: undefined })).toBeTypeOf('function')
    expect(serve(operationFor('member'), handle, null, { guard: memberGuard })).toBeTypeOf('function')
    expect(serve(operationFor('admin'), handle, null, { guard: adminGuard })).toBeTypeOf('function')
  })

  test('requires no guard for other operations', () => {
    expect(serve(operationFor('anyone'), handle, null, {})).toBeTypeOf('function')
    expect(serve(operationFor('optionalAuth'), handle, null, {})).toBeTypeOf('function')
    expect(serve(operationFor('signedIn'), handle, null, {})).toBeTypeOf('function')
  })
})
