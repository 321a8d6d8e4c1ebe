import { expect, test } from 'vitest'
import { wireBytes } from './wire-bytes.ts'

const sent = (requestId: string, url: string) => ({ requestId, request: { url } })
const finished = (requestId: string, encodedDataLength: number) => ({ requestId, encodedDataLength })

test('the bytes of a page do not include its data: addresses, which arrive as part of the page', () => {
  const bytes = wireBytes()
  bytes.onRequest(sent('page', 'http://localhost:3000/faq'))
  bytes.onRequest(sent('font', 'data:font/woff2;base64,d09GMg'))
  bytes.onFinished(finished('font', 6140))
  bytes.onFinished(finished('page', 20_000))
  expect(bytes.take()).toBe(20_000)
})

test('the bytes of a page begin with its own navigation', () => {
  const bytes = wireBytes()
  bytes.onRequest(sent('page before', 'http://localhost:3000/'))
  bytes.onFinished(finished('page before', 30_000))
  bytes.take()
  bytes.onRequest(sent('page', 'http://localhost:3000/faq'))
  bytes.onFinished(finished('page', 20_000))
  expect(bytes.take()).toBe(20_000)
})
