/**
 * Inline script of every page. Pages are prerendered for no particular time; this script shows the real state of the
 * opening hours before the first paint, and keeps it up to date until the app takes over. Uses the browser's clock and
 * London time. The app uses the server's clock.
 */
import { doorTexts, markDoor, showDoor } from '#web/lib/live-door.ts'

const longestTimerMs = 60_000

// Until `DOMContentLoaded`, the style sheet shows these texts in the empty elements: filling them before the first paint
// would delay it. The texts are written in the same way in JSON and in CSS.
const texts = doorTexts(new Date())
const { style } = document.documentElement
style.setProperty('--door-words', JSON.stringify(texts.doorWords))
style.setProperty('--opening-words', JSON.stringify(texts.words))
style.setProperty('--door-notice', JSON.stringify(texts.notice))
markDoor(texts)

let timer: ReturnType<typeof setTimeout>

const update = (): void => {
  const { until } = showDoor(new Date())
  timer = setTimeout(update, Math.min(until.getTime() - Date.now(), longestTimerMs))
}

document.addEventListener('DOMContentLoaded', update)
document.addEventListener('app-ready', () => {
  clearTimeout(timer)
  document.removeEventListener('DOMContentLoaded', update)
})
