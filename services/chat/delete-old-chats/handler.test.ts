import { describe, expect, test } from 'vitest'
import { runSchedule } from '#test/kit/schedule.ts'

describe('delete-old-chats', () => {
  test('reads the conversations at the chat provider', async () => {
    expect(await runSchedule('delete-old-chats')).toEqual({ deleted: expect.any(Number) })
  })
})
