/** Time after which a visitor who is still on the page has decided to stay, in milliseconds. */
const decidedMs = 5000

let leaving: Promise<void> | undefined

if (typeof window !== 'undefined')
  window.addEventListener('beforeunload', () => {
    leaving = new Promise((resolve) => {
      const stay = () => {
        leaving = undefined
        resolve()
      }
      setTimeout(stay, decidedMs)
      window.addEventListener('pageshow', stay, { once: true })
    })
  })

/**
 * Resolves when the visitor is not about to leave the page. Browsers abort requests on leaving: an error message would
 * flash before the next page shows.
 */
export const pageStays = async (): Promise<void> => leaving
