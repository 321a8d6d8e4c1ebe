/**
 * Inline script of every page. Pages are prerendered for no particular time; this shows the real state of the opening
 * hours before the first paint, and keeps it up to date until the app takes over. Uses the browser's clock and London
 * time. The app corrects it with the server's clock.
 */
import { showDoor } from '#web/lib/live-door.ts'

const longestTimerMs = 60_000

const update = (): void => {
  const { until } = showDoor(new Date())
  setTimeout(update, Math.min(until.getTime() - Date.now(), longestTimerMs))
}

update()

// Fills in each part of the page before the browser paints it.
const observer = new MutationObserver(() => showDoor(new Date()))
observer.observe(document, { childList: true, subtree: true })
addEventListener('DOMContentLoaded', () => {
  observer.disconnect()
  showDoor(new Date())
})
