import { beforeEach, expect, test, vi } from 'vitest'
import { pdfText } from './pdf-text.ts'

/** A document of one page, with the fields that `pdfText` reads. */
const document = {
  get numPages() {
    return 1
  },
  getPage: async (): Promise<unknown> => ({
    getTextContent: async () => ({ items: [{ str: 'Rent', hasEOL: true }] }),
  }),
  loadingTask: { destroy: async () => undefined },
}
vi.mock('unpdf', () => ({ getDocumentProxy: async () => document }))

beforeEach(() => vi.restoreAllMocks())

test('pdfText closes a document after the last page', async () => {
  const destroy = vi.spyOn(document.loadingTask, 'destroy')
  expect(await pdfText(new Uint8Array())).toEqual([{ place: 'Page 1', text: 'Rent\n' }])
  expect(destroy).toHaveBeenCalledOnce()
})

test('pdfText closes a document whose page cannot be read', async () => {
  const destroy = vi.spyOn(document.loadingTask, 'destroy')
  vi.spyOn(document, 'getPage').mockRejectedValue(new Error('Invalid page'))
  await expect(pdfText(new Uint8Array())).rejects.toThrow('Invalid page')
  expect(destroy).toHaveBeenCalledOnce()
})

test('pdfText keeps the pages that it has read within 20 seconds', async () => {
  vi.spyOn(document, 'numPages', 'get').mockReturnValue(3)
  let elapsedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
  const { getPage } = document
  vi.spyOn(document, 'getPage').mockImplementation(() => {
    elapsedMs += 10_500
    return getPage()
  })
  expect((await pdfText(new Uint8Array())).map(({ place }) => place)).toEqual(['Page 1', 'Page 2'])
})
