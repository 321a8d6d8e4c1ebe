/** The part of the window that an element takes, in pixels. */
export interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Space between a toast and the next control, in pixels. */
const gap = 4

const overlaps = (a: Box, b: Box): boolean =>
  a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right

/**
 * Returns the distance from the top of the window at which a box covers the fewest controls. Of several equal places,
 * returns the current one if it is among them, else the nearest to `preferredTop`.
 */
export const freeTop = (
  box: Box,
  controls: readonly Box[],
  { preferredTop, windowHeight }: { readonly preferredTop: number; readonly windowHeight: number },
): number => {
  // The sides are read one by one, because those of a browser's box are getters, which a spread leaves out.
  const { left, right } = box
  const height = box.bottom - box.top
  const covered = (top: number) =>
    controls.filter((control) => overlaps({ left, right, top, bottom: top + height }, control)).length
  const places = controls
    .flatMap(({ top, bottom }) => [top - gap - height, bottom + gap])
    .filter((top) => top >= 0 && top + height <= windowHeight)
    .toSorted((a, b) => Math.abs(a - preferredTop) - Math.abs(b - preferredTop))
  return [box.top, preferredTop, ...places].reduce((best, top) => (covered(top) < covered(best) ? top : best))
}
