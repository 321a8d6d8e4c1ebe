import { describe, expect, test } from 'vitest'
import { createDownload, listLibraryFiles } from '#shared/contract/library.ts'
import { callOk, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { callsDuring } from '#test/kit/observe.ts'

const aGuide = async (as: SignedInUser): Promise<string> => {
  const { data } = await callOk(listLibraryFiles, { as })
  const guide = data.find(({ name }) => name.startsWith('guides_') && name.endsWith('.pdf'))
  if (guide === undefined) throw new Error('The seed has no PDF guide')
  return `library/${guide.name}`
}

const secondsOf = (url: string) => new URL(url).searchParams.get('X-Amz-Expires')

describe('create-download', () => {
  test('returns a link that serves the file with its original name and type', async () => {
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

  test('reads the table twice, for the guard and the list', async () => {
    const as = await given.monthlyMember()
    const path = await aGuide(as)
    const made = await callsDuring('create-download', () => callOk(createDownload, { as, body: { path } }))
    expect(made.map(({ service, action }) => `${service} ${action}`).toSorted()).toEqual([
      'dynamodb GetItem',
      'dynamodb Query',
      's3 GetObject',
    ])
  })

  test('returns a link that is valid for one minute to an admin', async () => {
    const as = await given.admin()
    const { url } = await callOk(createDownload, { as, body: { path: await aGuide(as) } })
    expect(secondsOf(url)).toBe('60')
  })

  test('returns a link that expires; the bare address is denied', async () => {
    const as = await given.monthlyMember()
    const { url } = await callOk(createDownload, { as, body: { path: await aGuide(as) } })
    const later = new Date((await clock.now()).getTime() + 3_700_000)
    await clock.at(later.toISOString(), async () => expect((await fetch(url)).status).toBe(403))
    const bare = new URL(url)
    bare.search = ''
    expect((await fetch(bare)).status).toBe(403)
  })
})
