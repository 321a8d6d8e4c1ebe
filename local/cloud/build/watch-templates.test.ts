import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { foldersReadByCdk, isReadByCdk } from './assembly.ts'
import { projectRoot } from './hash.ts'
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

  test('follows each source of the inline script that the content security policy allows', async () => {
    const { metafile } = await build({
      entryPoints: ['web/src/app/live-door.ts'],
      absWorkingDir: projectRoot,
      bundle: true,
      write: false,
      metafile: true,
    })
    const sources = Object.keys(metafile.inputs)
    expect(sources).toContain('web/src/lib/live-door.ts')
    const isFollowed = (path: string) =>
      foldersReadByCdk.some((folder) => path.startsWith(`${folder}/`)) && isReadByCdk(`/${path}`)
    expect(sources.filter((path) => !isFollowed(path))).toEqual([])
  })
})
