import { describe, expect, test } from 'vitest'
import { routeAt } from './pages.ts'

describe('the page at an address', () => {
  test.each([
    ['/', '/'],
    ['/about', '/about'],
    ['/about/', '/about'],
    ['/admin', '/admin/*'],
    ['/admin/users', '/admin/*'],
    ['/about/us', '*'],
    ['/nowhere', '*'],
    ['/nowhere/*', '*'],
  ])('%s: its pattern is %s', (address, path) => {
    expect(routeAt(address).path).toBe(path)
  })

  test('is the same one for all addresses of an area', () => {
    expect(routeAt('/admin/users').page).toBe(routeAt('/admin').page)
  })
})
