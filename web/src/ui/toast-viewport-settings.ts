/** Settings of the accessible viewport, which is loaded with the first toast. */
export const viewportSettings = { swipeThresholdPx: 50, hotkey: 'F8' } as const
