import { describe, expect, test } from 'vitest'
import { createDownload, listLibraryFiles } from '#shared/contract/library.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { apiError } from '#test/kit/api-error.ts'
import { site } from '#test/kit/site.ts'

const pathOf = async (as: SignedInUser, ending: string): Promise<string> => {
  const { data } = await callOk(listLibraryFiles, { as })
  const file = data.find(({ name }) => name.endsWith(ending))
  if (file === undefined) throw new Error(`The seed has no file that ends in ${ending}`)
  return `library/${file.name}`
}

/** Returns the short link that the online viewer downloads. */
const shortLink = async (as: SignedInUser, ending = '.docx'): Promise<string> => {
  const { viewUrl } = await callOk(createDownload, { as, body: { path: await pathOf(as, ending) } })
  const viewer = new URL(viewUrl ?? '')
  expect(`${viewer.origin}${viewer.pathname}`).toBe('https://view.officeapps.live.com/op/view.aspx')
  return viewer.searchParams.get('src') ?? ''
}

describe('open-preview', () => {
  test.each(['.docx', '.xlsx'])(
    'serves a %s to the online viewer through an opaque short link',
    async (ending) => {
      const src = await shortLink(await given.monthlyMember(), ending)
      expect(src).toMatch(new RegExp(`^${site()}${paths.shortLink}/[\\w-]{43}$`))
      const file = await fetch(src)
      expect(file.status).toBe(200)
      expect(file.headers.get('content-disposition')).toContain(ending)
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    },
  )

  test('serves a short link repeatedly, but not after five minutes', async () => {
    const path = new URL(await shortLink(await given.monthlyMember())).pathname
    for (let i = 0; i < 2; i += 1)
      expect(await callRaw(path, { method: 'GET' })).toMatchObject({ status: 302 })
    const later = new Date((await clock.now()).getTime() + 301_000)
    await clock.at(later.toISOString(), async () =>
      expect(await callRaw(path, { method: 'GET' })).toMatchObject(apiError('not_found')),
    )
  })

  test('forbids caching and sends no referrer', async () => {
    const path = new URL(await shortLink(await given.monthlyMember())).pathname
    const { headers } = await callRaw(path, { method: 'GET' })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('is not used for files that browsers can show', async () => {
    const as = await given.monthlyMember()
    const body = { path: await pathOf(as, '.pdf') }
    expect(await callOk(createDownload, { as, body })).toEqual({ url: expect.any(String) })
  })

  test.each(['a', 'A'.repeat(43), '..%2F..%2Flibrary', '%00'])(
    'returns not_found for /d/%s',
    async (token) => {
      expect(await callRaw(`${paths.shortLink}/${token}`, { method: 'GET' })).toMatchObject(
        apiError('not_found'),
      )
    },
  )
})
