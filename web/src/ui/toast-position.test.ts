import { describe, expect, test } from 'vitest'
import { freeTop } from './toast-position.ts'

const across = (top: number, bottom: number) => ({ top, bottom, left: 0, right: 375 })
const preferred = { preferredTop: 560, windowHeight: 667 }
const toast = across(560, 660)

describe('freeTop', () => {
  test('keeps the place of a toast that covers nothing', () => {
    expect(freeTop(toast, [across(100, 200)], preferred)).toBe(560)
    expect(freeTop(across(300, 400), [across(100, 200)], preferred)).toBe(300)
  })

  test('moves to the nearest gap between controls that is large enough', () => {
    const controls = [across(0, 60), across(200, 250), across(270, 320), across(550, 600)]
    expect(freeTop(toast, controls, preferred)).toBe(446)
  })

  test('reads boxes whose sides are getters, as those of the browser are', () => {
    class Rect {
      get top() {
        return 560
      }
      get bottom() {
        return 660
      }
      get left() {
        return 0
      }
      get right() {
        return 375
      }
    }
    expect(freeTop(new Rect(), [across(600, 640)], preferred)).toBe(496)
  })

  test('ignores controls beside it', () => {
    expect(freeTop(toast, [{ ...across(600, 640), left: 400, right: 500 }], preferred)).toBe(560)
  })

  test('covers as few controls as possible if there is no gap', () => {
    const controls = Array.from({ length: 16 }, (_, row) => across(row * 42, row * 42 + 40)).slice(1)
    expect(freeTop(toast, controls, preferred)).toBe(22)
  })

  test('stays in the window', () => {
    expect(freeTop(toast, [across(0, 667)], preferred)).toBe(560)
  })
})
