type Child = Node | string | undefined

type Properties = Readonly<Record<string, string | boolean | (() => void) | undefined>>

/** Makes an element: functions become listeners of their event, all else becomes attributes. */
export const element = (
  tag: string,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElement => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(name, value)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export const button = (text: string, click: () => void, properties: Properties = {}): HTMLElement =>
  element('button', { type: 'button', click, ...properties }, text)

export const tableOf = (heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement =>
  element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
    element(
      'tbody',
      {},
      ...rows.map((row) => element('tr', {}, ...row.map((cell) => element('td', {}, cell)))),
    ),
  )

let fading: number | undefined

/** Says something at the edge of the screen for a while. */
export const notice = (text: string): void => {
  const place = document.querySelector('#notice')
  if (!place) return
  place.textContent = text
  window.clearTimeout(fading)
  fading = window.setTimeout(() => (place.textContent = ''), 4000)
}

export const copy = (text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => notice(`Copied ${text}`),
    () => notice(`The browser does not allow copying: ${text}`),
  )
}
