import { quickStyles } from '../quick-styles.ts'

const mark = 'hasQuickStyles'

// Files share a process, and some of them a window.
if (typeof window !== 'undefined' && !Reflect.has(window, mark)) {
  window.getComputedStyle = quickStyles(window.getComputedStyle)
  Reflect.set(window, mark, true)
}
