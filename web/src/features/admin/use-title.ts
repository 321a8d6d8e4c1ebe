import { useLayoutEffect } from 'react'

/**
 * Puts a text before the title of the page while the component is shown: `User 3f2a9c1b · Users · Admin`. Undefined
 * adds nothing. Browsers keep titles in their history, so the text must contain neither a person's name nor anything
 * that a user wrote.
 */
export const useTitle = (text: string | undefined): void =>
  useLayoutEffect(() => {
    if (text === undefined) return undefined
    const before = document.title
    const own = `${text} · ${before}`
    document.title = own
    return () => {
      // The next section may have set its own title before this page is removed.
      if (document.title === own) document.title = before
    }
  }, [text])
