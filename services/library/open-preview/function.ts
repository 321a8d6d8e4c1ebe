import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/library/open-preview',
  source: { routes: [{ method: 'GET', path: '/d/{token}' }] },
  needs: { table: ['GetItem'], files: ['GetObject'] },
})
