/**
 * Inline script of every page. Pages are prerendered for no particular time; this shows the real state of the opening
 * hours before the first paint, and keeps it up to date until the app takes over. Uses the browser's clock and London
 * time. The app corrects it with the server's clock.
 */
import { doorTexts, showDoorTexts, type DoorTexts } from '#web/lib/live-door.ts'

const longestTimerMs = 60_000

let texts: DoorTexts

const show = (): void => {
  showDoorTexts(texts)
}

const update = (): void => {
  texts = doorTexts(new Date())
  show()
  setTimeout(update, Math.min(texts.until.getTime() - Date.now(), longestTimerMs))
}

update()

// Fills in each part of the page before the browser paints it.
const observer = new MutationObserver(show)
observer.observe(document, { childList: true, subtree: true })
addEventListener('DOMContentLoaded', () => {
  observer.disconnect()
  show()
})
