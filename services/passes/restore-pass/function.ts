import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/passes/restore-pass',
  source: {
    routes: [
      { method: 'GET', path: paths.restorePass },
      { method: 'HEAD', path: paths.restorePass },
      { method: 'POST', path: paths.restorePass },
    ],
  },
  permissions: { table: ['GetItem'], guestKeys: true, site: true },
  timeoutSeconds: 15,
})
