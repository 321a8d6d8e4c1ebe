import { expect, test } from 'vitest'
import { compileEdgeFunction } from './edge-function.ts'

const context = {
  distributionDomainName: 'd1.cloudfront.example',
  distributionId: 'D1',
  requestId: 'r1',
  log: () => {},
}

test('an edge function receives cookies and parameters whose names are properties of every object', async () => {
  const unchanged = compileEdgeFunction('function handler(event) { return event.request }')
  const result = await unchanged(
    {
      method: 'GET',
      path: '/',
      query: '__proto__=1&constructor=2',
      headers: { cookie: ['__proto__=3; constructor=4'] },
      body: Buffer.alloc(0),
      from: '192.0.2.1:5',
    },
    context,
  )
  expect(result).toMatchObject({
    request: {
      query: '__proto__=1&constructor=2',
      headers: { cookie: ['__proto__=3; constructor=4'] },
    },
  })
})
