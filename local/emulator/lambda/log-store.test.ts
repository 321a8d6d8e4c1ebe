import { expect, test, vi } from 'vitest'
import { createLogStore, type LogLine } from './log-store.ts'

test('the log reports errors, and keeps all lines', () => {
  const logs = createLogStore(() => new Date('2027-03-01T10:00:00Z'))
  const listener = vi.fn<(line: LogLine) => void>()
  logs.onError(listener)
  logs.add('get-access', '{"level":"info","message":"request"}\n\n{"level":"error","message":"request"}\n')
  expect(listener.mock.calls).toEqual([
    [
      {
        at: '2027-03-01T10:00:00.000Z',
        function: 'get-access',
        text: '{"level":"error","message":"request"}',
      },
    ],
  ])
  expect(logs.read('get-access')).toHaveLength(2)
})
