import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { appRoutes, publicRoutes, signInRoutes } from '#shared/values/site-map.ts'
import { requestCode, responseCode } from './site-routing.ts'

const run = (code: string, event: object): unknown => runInNewContext(`${code}; handler(event)`, { event })

const fileOf = (uri: string) => (run(requestCode, { request: { uri } }) as { uri: string }).uri

const statusOf = (uri: string, statusCode = 200) =>
  (run(responseCode, { request: { uri }, response: { statusCode } }) as { statusCode: number }).statusCode

test.each([...publicRoutes, ...signInRoutes, ...appRoutes])('%s is served by a file of its own', (route) => {
  expect(fileOf(route)).toBe(route === '/' ? '/index.html' : `${route}/index.html`)
  expect([statusOf(route), statusOf(fileOf(route))]).toEqual([200, 200])
})

test.each(['/admin/users', '/admin/referrals/today'])('%s is served by the file of its area', (route) => {
  expect(fileOf(route)).toBe('/admin/index.html')
  expect(statusOf(route)).toBe(200)
})

test.each([
  '/nothing',
  '/about/us',
  '/administrator',
  '/constructor',
  '/.env/',
  '/library/files',
  '/old-page.html',
  '/wp-login.php',
  '/x.y',
])('%s is served by the not-found page with status 404', (route) => {
  expect(fileOf(route)).toBe('/404.html')
  expect([statusOf(route), statusOf('/404.html')]).toEqual([404, 404])
})

test('the not-found page stays unchanged for a browser that has it: a 304 has no body', () => {
  expect(statusOf('/nothing', 304)).toBe(304)
})

test.each(['/favicon.svg', '/config.json', '/assets/app.1a2b.js', '/robots.txt'])(
  '%s is served unchanged',
  (file) => {
    expect(fileOf(file)).toBe(file)
    expect(statusOf(file)).toBe(200)
  },
)

test('a trailing slash is ignored', () => {
  expect([fileOf('/about/'), fileOf('/admin/'), fileOf('/library/')]).toEqual([
    '/about/index.html',
    '/admin/index.html',
    '/library/index.html',
  ])
})

test('both functions are below the limit of CloudFront Functions, 10 KB', () => {
  expect(Math.max(requestCode.length, responseCode.length)).toBeLessThan(10_240)
})
