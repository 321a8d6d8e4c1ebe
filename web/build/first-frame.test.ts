import { expect, test } from 'vitest'
import { firstFrameOf } from './first-frame.ts'

test('browsers wait for the paragraph directly after the main heading', () => {
  const page =
    '<header><p class="c">A</p></header><main><h1>B</h1><p class="c">C</p><p class="c">D</p></main>'
  expect(firstFrameOf(page)).toEqual({
    head: '<link rel="expect" href="#lead" blocking="render">',
    html: '<header><p class="c">A</p></header><main><h1>B</h1><p id="lead" class="c">C</p><p class="c">D</p></main>',
  })
})

test('browsers wait for nothing on a page without a lead', () => {
  const page = '<main><h1>B</h1><form></form><p class="c">C</p></main>'
  expect(firstFrameOf(page)).toEqual({ head: '', html: page })
})
