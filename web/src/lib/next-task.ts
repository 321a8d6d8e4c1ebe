/**
 * Resolves in a task of its own, so that the browser can handle input and paint before it. Browsers delay timers, for
 * example in a background tab, but not messages.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const onMessage = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', onMessage)
    port1.start()
    port2.postMessage(null)
  })
