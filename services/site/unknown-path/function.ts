import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/site/unknown-path',
  source: { routes: [{ method: 'ANY', path: '/{path+}' }] },
  permissions: {},
})
