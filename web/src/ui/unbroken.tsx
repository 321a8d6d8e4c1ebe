import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react'

/** Times, hyphenated terms and postcodes. Browsers would break most of them after the hyphen or at the space. */
const terms = /(\d\d:\d\d-\d\d:\d\d|24\/7|one-time|\d+-(?:minute|day)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b)/i

const withoutBreaks = (text: string): ReactNode => {
  const parts = text.split(terms)
  if (parts.length === 1) return text
  // A split by a pattern with one group returns the matches at the odd indexes.
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  )
}

const isPlain = (type: unknown): boolean => typeof type === 'string' || type === Fragment

/**
 * Returns the content with its times, postcodes and hyphenated terms kept on one line. Reaches into HTML elements, not
 * into components.
 */
export const unbroken = (content: ReactNode): ReactNode => {
  if (typeof content === 'string') return withoutBreaks(content)
  if (Array.isArray(content)) return Children.map(content, unbroken)
  if (!isValidElement<{ readonly children?: ReactNode }>(content) || !isPlain(content.type)) return content
  const { children } = content.props
  return children === undefined ? content : cloneElement(content, undefined, unbroken(children))
}
