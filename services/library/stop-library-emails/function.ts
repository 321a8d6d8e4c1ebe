import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/library/stop-library-emails',
  source: {
    routes: [
      { method: 'GET', path: paths.stopLibraryEmails },
      { method: 'HEAD', path: paths.stopLibraryEmails },
      { method: 'POST', path: paths.stopLibraryEmails },
    ],
  },
  permissions: { table: ['GetItem', 'UpdateItem'] },
})
