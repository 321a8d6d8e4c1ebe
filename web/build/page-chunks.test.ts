import { describe, expect, test } from 'vitest'
import { library } from '#shared/values/site-map.ts'
import { chunksOfPage, filesOfSections } from './page-chunks.ts'

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, name, imports })

describe('the chunks of a page', () => {
  test('are the app’s chunk, the page’s chunk, and what both import', () => {
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

describe('the files of the admin sections', () => {
  const manifest = {
    app: chunk('app', ['_common']),
    _common: chunk('common'),
    page: chunk('admin-page'),
    shell: { ...chunk('admin-shell', ['_common', '_forms']), css: ['assets/shell.css'] },
    _forms: chunk('forms'),
    users: { ...chunk('users-section', ['_forms', '_table']), css: ['assets/users.css'] },
    _table: chunk('table'),
    inbox: chunk('inbox-section'),
  }
  const shell = ['/assets/admin-shell.js', '/assets/forms.js']

  test('are the files of the area and of one section, without the files that the page has loaded', () => {
    expect(filesOfSections(manifest, 'app')).toEqual({
      users: [
        ...shell,
        '/assets/users-section.js',
        '/assets/table.js',
        '/assets/shell.css',
        '/assets/users.css',
      ],
      inbox: [...shell, '/assets/inbox-section.js', '/assets/shell.css'],
    })
  })

  test.each(['shell', 'users'])('fail the build that has no %s', (key) => {
    const without = Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== key))
    expect(() => filesOfSections(without, 'app')).toThrow('The build lacks the admin area or its users')
  })
})
