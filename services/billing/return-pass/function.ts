import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/billing/return-pass',
  source: {
    routes: [
      { method: 'GET', path: '/auth/pass' },
      { method: 'POST', path: '/auth/pass' },
    ],
  },
  needs: { table: ['GetItem'], guestKeys: true, site: true },
  timeoutSeconds: 15,
})
