/** Returns a file as `get-library` lists it. */
export const listedFile = (name: string, facts: object = {}) => ({
  name,
  title: null,
  description: null,
  size: 5000,
  createdAt: '2026-06-01T09:00:00.000Z',
  changedAt: '2026-06-01T09:00:00.000Z',
  facts: null,
  ...facts,
})
