import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/open-preview',
  source: {
    routes: [
      { method: 'GET', path: `${paths.shortLink}/{token}` },
      { method: 'HEAD', path: `${paths.shortLink}/{token}` },
    ],
  },
  permissions: { table: ['GetItem'], files: ['GetObject'] },
})
