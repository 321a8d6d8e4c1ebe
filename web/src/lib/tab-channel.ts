/** Messages between the tabs of this browser. A tab that keeps its session to itself receives no storage event. */

/** Sends a message to the other tabs that listen to this channel. */
export const postToTabs = (name: string, message: unknown): void => {
  const channel = openChannel(name)
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  channel?.postMessage(message)
  channel?.close()
}

/** Calls `receive` with each message of other tabs, until the channel is closed. */
export const listenToTabs = (
  name: string,
  receive: (message: unknown) => void,
): BroadcastChannel | undefined => {
  const channel = openChannel(name)
  channel?.addEventListener('message', ({ data }) => receive(data))
  return channel
}

/** Returns undefined in a browser that blocks storage: some of them block channels too. */
const openChannel = (name: string): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined // this tab is the only one with the session
  }
}
