import { describe, expect, test } from 'vitest'
import { isReadByCdk } from './assembly.ts'
import { synthesizeAgain } from './watch-templates.ts'

const done = async () => undefined

describe('synthesizing again after a change', () => {
  test('returns the new templates', async () => {
    expect(await synthesizeAgain(done, async () => 'new')).toEqual({
      kind: 'synthesized',
      templates: 'new',
    })
  })

  test('reports what the process wrote when it failed', async () => {
    const fail = async () => {
      throw Object.assign(new Error('Command failed'), { stderr: 'TypeError: no such stack\n' })
    }
    expect(await synthesizeAgain(fail, async () => 'old')).toEqual({
      kind: 'failed',
      message: 'TypeError: no such stack',
    })
  })

  test.each([
    ['/lib/stacks/data-stack.ts', true],
    ['/shared/contract/billing.ts', true],
    ['/services/billing/get/function.ts', true],
    ['/services/billing/get/handler.ts', false],
    ['/shared/contract/billing.test.ts', false],
    ['/web/src/app/live-door.ts', true],
    ['/web/src/app/boot.ts', false],
  ])('follows a change of %s: %s', (path, isRead) => {
    expect(isReadByCdk(path)).toBe(isRead)
  })
})
