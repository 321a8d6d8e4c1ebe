import { describe, expect, test } from 'vitest'
import { library } from '#shared/values/site-map.ts'
import { chunksOfPage } from './page-chunks.ts'

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, name, imports })

describe('the chunks of a page', () => {
  test('are those of the app, its own, and what both import', () => {
    const manifest = {
      app: chunk('app', ['_common']),
      _common: chunk('common'),
      page: chunk('library', ['_shared', '_common']),
      _shared: chunk('shared'),
      other: chunk('other'),
    }
    expect([...chunksOfPage(manifest, 'app', library)]).toEqual(['app', '_common', 'page', '_shared'])
  })

  test.each([
    ['none', {}],
    ['two', { a: chunk('library'), b: chunk('library') }],
  ])('fail the build that has %s of them', (_, manifest) => {
    expect(() => chunksOfPage(manifest, 'app', library)).toThrow('/library needs one chunk library')
  })
})
