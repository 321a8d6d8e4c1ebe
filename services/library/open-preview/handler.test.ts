import { expect, test } from 'vitest'
import { createDownload, listLibraryFiles } from '../../../shared/contract/library.ts'
import { callOk, callRaw, type Signed } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal } from '../../../test/kit/refusal.ts'
import { site } from '../../../test/kit/site.ts'

const pathOf = async (as: Signed, ending: string): Promise<string> => {
  const { data } = await callOk(listLibraryFiles, { as })
  const file = data.find(({ name }) => name.endsWith(ending))
  if (file === undefined) throw new Error(`The seed has no file that ends in ${ending}`)
  return `library/${file.name}`
}

/** The short link that the online viewer is told to fetch. */
const shortLink = async (as: Signed, ending = '.docx'): Promise<string> => {
  const { viewUrl } = await callOk(createDownload, { as, body: { path: await pathOf(as, ending) } })
  const viewer = new URL(viewUrl ?? '')
  expect(`${viewer.origin}${viewer.pathname}`).toBe('https://view.officeapps.live.com/op/view.aspx')
  return viewer.searchParams.get('src') ?? ''
}

test.each(['.docx', '.xlsx'])(
  'lets the online viewer fetch a %s by a short link that tells nothing',
  async (ending) => {
    const src = await shortLink(await given.monthlyMember(), ending)
    expect(src).toMatch(new RegExp(`^${site()}/d/[\\w-]{43}$`))
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

test('a short link works more than once, for viewers ask again, but not after five minutes', async () => {
  const path = new URL(await shortLink(await given.monthlyMember())).pathname
  for (let i = 0; i < 2; i += 1) expect(await callRaw(path, { method: 'GET' })).toMatchObject({ status: 302 })
  const later = new Date((await clock.now()).getTime() + 301_000)
  await clock.at(later.toISOString(), async () =>
    expect(await callRaw(path, { method: 'GET' })).toMatchObject(refusal('not_found')),
  )
})

test('is kept by nobody on the way, and tells nobody where it came from', async () => {
  const path = new URL(await shortLink(await given.monthlyMember())).pathname
  const { headers } = await callRaw(path, { method: 'GET' })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('gives no short link for what browsers show themselves', async () => {
  const as = await given.monthlyMember()
  const body = { path: await pathOf(as, '.pdf') }
  expect(await callOk(createDownload, { as, body })).toEqual({ url: expect.any(String) })
})

test.each(['a', 'A'.repeat(43), '..%2F..%2Flibrary', '%00'])('knows no /d/%s', async (token) => {
  expect(await callRaw(`/d/${token}`, { method: 'GET' })).toMatchObject(refusal('not_found'))
})
