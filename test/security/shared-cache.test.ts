import { describe, expect, test } from 'vitest'
import { createDownload, listLibraryFiles } from '#shared/contract/library.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw, type RawRequest } from '../kit/call.ts'
import { given } from '../kit/given.ts'
import { inbox } from '../kit/inbox.ts'
import { newEmail } from '../kit/people.ts'

const get: RawRequest = { method: 'GET' }

/** Requests a page twice at the same time and twice in turn. Fails if the cache served any of them. */
const expectUncached = async (path: string) => {
  const replies = [
    ...(await Promise.all([callRaw(path, get), callRaw(path, get)])),
    await callRaw(path, get),
    await callRaw(path, get),
  ]
  for (const { headers } of replies) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-cache')).not.toBe('Hit from cloudfront')
  }
  expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(replies.length)
  return replies
}

describe('the shared cache of the distribution', () => {
  test('stores no page of a guest, so that no guest sees the page of another', async () => {
    const links = await Promise.all(
      [1, 2].map(async () => {
        const email = newEmail('guest')
        await given.guest(email)
        const { links: found } = await inbox.waitFor(email, /chat pass/)
        return new URL(found.find((link) => link.includes(paths.restorePass)) ?? '')
      }),
    )
    const pages = await Promise.all(
      links.map(async ({ pathname, search }) => (await expectUncached(`${pathname}${search}`)).at(-1)?.body),
    )
    links.forEach(({ searchParams }, at) => expect(String(pages[at])).toContain(searchParams.get('token')))
  })

  test('stores no short link to a file', async () => {
    const as = await given.monthlyMember()
    const { data } = await callOk(listLibraryFiles, { as })
    const office = data.find(({ name }) => name.endsWith('.docx'))?.name ?? ''
    const { viewUrl } = await callOk(createDownload, { as, body: { path: `library/${office}` } })
    const src = new URL(new URL(viewUrl ?? '').searchParams.get('src') ?? '')
    await expectUncached(src.pathname)
  })

  test.each([
    `${paths.verifyLink}?type=signup&token=unknown`,
    `${paths.shortLink}/unknown`,
    `${paths.functions}/get-profile`,
    '/auth/unknown',
  ])('stores no error of %s', async (path) => {
    await expectUncached(path)
  })
})
