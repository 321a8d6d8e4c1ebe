// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

test('what a file posts to other tabs does not reach the files that ran before in this process', async () => {
  const [earlierChannel, currentChannel] = [new BroadcastChannel('a-name'), new BroadcastChannel('a-name')]
  const receive = vi.fn<() => void>()
  earlierChannel.addEventListener('message', receive)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  currentChannel.postMessage('a message')
  await new Promise((resolve) => setTimeout(resolve, 50))
  currentChannel.close()
  earlierChannel.close()
  expect(receive).not.toHaveBeenCalled()
})
