import { useLayoutEffect } from 'react'

/**
 * Puts a text before the title of the section while the component is shown: `User 3f2a9c1b · Users · Admin`. Browsers keep
 * titles in their history, so it must not contain a person's name, and no text that a user wrote. Undefined while it is not known.
 */
export const useTitle = (text: string | undefined): void =>
  useLayoutEffect(() => {
    if (text === undefined) return undefined
    const ofSection = document.title
    const own = `${text} · ${ofSection}`
    document.title = own
    return () => {
      // The next section may have set its own title before this page is removed.
      if (document.title === own) document.title = ofSection
    }
  }, [text])
