/** Media query of the mobile layout, where the widget fills the screen. */
const mobileLayout = '(max-width: 47.99rem)'
/** Delay before the widget covers the page on the mobile layout, in milliseconds. */
const mobileDelayMs = 1000

/** Resolves when the widget may cover the page: on the mobile layout, the visitor first sees what the page shows. */
export const layoutDelay = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, window.matchMedia(mobileLayout).matches ? mobileDelayMs : 0)
  })
