/**
 * Calls `act` as soon as the visitor can see the page. An event in a hidden tab must not start the timer of a pass.
 *
 * @returns a function that cancels the action while it waits
 */
export const whenVisible = (act: () => void): (() => void) => {
  const stop = () => document.removeEventListener('visibilitychange', onChange)
  const onChange = () => {
    if (document.visibilityState === 'hidden') return
    stop()
    act()
  }
  if (document.visibilityState === 'hidden') document.addEventListener('visibilitychange', onChange)
  else act()
  return stop
}
