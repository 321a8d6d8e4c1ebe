/** Returns the index of the slide `steps` after `index`. Wraps round at both ends. */
export const slideAfter = (index: number, steps: number, count: number): number =>
  count === 0 ? 0 : (((index + steps) % count) + count) % count

/** Returns the index of the slide nearest to the start of the visible part. Lengths are in pixels. */
export const slideAt = (scrolled: number, slideWidth: number, count: number): number =>
  slideWidth <= 0 ? 0 : Math.min(count - 1, Math.max(0, Math.round(scrolled / slideWidth)))

/**
 * Moves the carousel that contains `button` by the button's `data-carousel-step`. If several slides are in
 * view and the last one is showing, the next step returns to the first.
 */
export const stepCarousel = (button: HTMLElement): void => {
  const track = button.closest('[data-carousel]')?.querySelector('[data-carousel-track]')
  const slide = track?.firstElementChild
  if (!track || !slide) return
  const width = slide.getBoundingClientRect().width
  const scrollRange = track.scrollWidth - track.clientWidth
  const positions = Math.min(track.childElementCount, Math.round(scrollRange / width) + 1)
  const next = slideAfter(
    slideAt(track.scrollLeft, width, positions),
    Number(button.dataset.carouselStep),
    positions,
  )
  track.scrollTo({ left: next * width })
}
