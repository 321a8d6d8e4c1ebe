import { expect, test } from 'vitest'
import { createDownload, listLibraryFiles } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly, type Signed } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { calls } from '../../../test/kit/observe.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

const aGuide = async (as: Signed): Promise<string> => {
  const { data } = await callOk(listLibraryFiles, { as })
  const guide = data.find(({ name }) => name.startsWith('guides_') && name.endsWith('.pdf'))
  if (guide === undefined) throw new Error('The seed has no PDF guide')
  return `library/${guide.name}`
}

const secondsOf = (url: string) => new URL(url).searchParams.get('X-Amz-Expires')

test('gives a member a link that opens the file, with its own name and type', async () => {
  const as = await given.monthlyMember()
  const { url } = await callOk(createDownload, { as, body: { path: await aGuide(as) } })
  expect(secondsOf(url)).toBe('3600')
  const file = await fetch(url)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="(?!guides_).+\.pdf"/)
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('costs one read of the table, which is that of who is calling', async () => {
  const as = await given.monthlyMember()
  const path = await aGuide(as)
  const before = (await calls('create-download')).length
  await callOk(createDownload, { as, body: { path } })
  const made = (await calls('create-download')).slice(before)
  expect(made.map(({ service, action }) => `${service} ${action}`)).toEqual([
    'dynamodb Query',
    's3 GetObject',
  ])
})

test('gives an admin a link for a minute', async () => {
  const as = await given.admin()
  const { url } = await callOk(createDownload, { as, body: { path: await aGuide(as) } })
  expect(secondsOf(url)).toBe('60')
})

test('sent twice, gives two links that both work', async () => {
  const as = await given.monthlyMember()
  const path = await aGuide(as)
  for (let i = 0; i < 2; i += 1) {
    const { url } = await callOk(createDownload, { as, body: { path } })
    expect((await fetch(url)).status).toBe(200)
  }
})

test('gives a link that runs out, and nothing without one', async () => {
  const as = await given.monthlyMember()
  const { url } = await callOk(createDownload, { as, body: { path: await aGuide(as) } })
  const later = new Date((await clock.now()).getTime() + 3_700_000)
  await clock.at(later.toISOString(), async () => expect((await fetch(url)).status).toBe(403))
  const bare = new URL(url)
  bare.search = ''
  expect((await fetch(bare)).status).toBe(403)
})

test.each([
  {},
  { path: 'library/' },
  { path: 'library/../config.json' },
  { path: 'library/guides_1/../../x' },
  { path: 'quarantine/guides_1_a.pdf' },
  { path: 'library/guides_1_\u0000.pdf' },
])('refuses %j', async (body) => {
  expect(await callWrongly(createDownload, { as: await given.monthlyMember(), body })).toMatchObject({
    status: 400,
  })
})

test('knows no file that the library does not list', async () => {
  const as = await given.monthlyMember()
  expect(await call(createDownload, { as, body: { path: 'library/guides_1_none.pdf' } })).toMatchObject(
    refusal('not_found'),
  )
})

test.each(['user', 'pastDueMember', 'passHolder'] as const)('gives %s no link', async (kind) => {
  const path = await aGuide(await given.monthlyMember())
  expect(await call(createDownload, { as: await given[kind](), body: { path } })).toMatchObject(
    refusal('forbidden'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(createDownload, { body: { path: 'library/guides_1_a.pdf' } })).toMatchObject(unauthorized)
})
