import { Fragment, type ReactNode } from 'react'

/** Lets the email addresses in a text break after the at sign. A narrow screen would break them inside a word. */
export const withEmailBreaks = (text: string): ReactNode => {
  const parts = text.split('@')
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index < parts.length - 1 ? `${part}@` : part}
      {index < parts.length - 1 ? <wbr /> : null}
    </Fragment>
  ))
}
