import { type RefObject, useLayoutEffect, useState } from 'react'

/** The narrowest card, in rem, as in the style sheet. */
const cardRem = 17

interface Grid {
  /** Number of cards in a row. */
  readonly columns: number
  /** Space between cards, in pixels. */
  readonly gap: number
}

const gridOf = (list: HTMLElement): Grid => {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  const gap = parseFloat(getComputedStyle(list).rowGap) || 0
  return { columns: Math.max(1, Math.floor((list.clientWidth + gap) / (cardRem * rem + gap))), gap }
}

/**
 * Returns how a list places its cards in the grid of the style sheet, also after its width has changed. Does not measure
 * while it is not needed.
 */
export const useGrid = (list: RefObject<HTMLElement | null>, isNeeded: boolean): Grid => {
  const [grid, setGrid] = useState<Grid>({ columns: 1, gap: 0 })
  useLayoutEffect(() => {
    const { current } = list
    if (!current || !isNeeded) return
    const measure = () =>
      setGrid((shown) => {
        const next = gridOf(current)
        return next.columns === shown.columns && next.gap === shown.gap ? shown : next
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [list, isNeeded])
  return grid
}

/** Reports the height of each row in the page: that of its highest card. Cards have the number of their row. */
export const useRowHeights = (
  list: RefObject<HTMLElement | null>,
  report: (row: number, height: number) => void,
): void =>
  // Each render may bring other cards.
  useLayoutEffect(() => {
    const cards = list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? []
    if (cards.length === 0) return
    const measure = () => {
      const heights = new Map<number, number>()
      for (const card of cards) {
        const row = Number(card.dataset['row'])
        heights.set(row, Math.max(heights.get(row) ?? 0, card.offsetHeight))
      }
      for (const [row, height] of heights) if (height > 0) report(row, height)
    }
    const observer = new ResizeObserver(measure)
    for (const card of cards) observer.observe(card)
    return () => observer.disconnect()
  })
