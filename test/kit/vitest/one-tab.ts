/** A channel of a browser with a single tab: nobody receives its messages. */
class ChannelWithoutListeners extends EventTarget {
  readonly postMessage = (): void => undefined
  readonly close = (): void => undefined
}

// Earlier files of this process keep their channels open. A session that this file ends would reach them only during
// the next test, and they would end the session of that test.
Object.assign(globalThis, { BroadcastChannel: ChannelWithoutListeners })
