type Child = Node | string | undefined

type Properties = Readonly<Record<string, string | boolean | (() => void) | undefined>>

/** Creates an element. Functions become event listeners; other properties become attributes. */
export const element = (
  tag: string,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElement => {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') created.addEventListener(name, value)
    else if (value === true) created.setAttribute(name, '')
    else if (value !== false && value !== undefined) created.setAttribute(name, value)
  }
  created.append(...children.filter((child) => child !== undefined))
  return created
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

let hideTimer: number | undefined

/** Shows a message for four seconds. */
export const showMessage = (text: string): void => {
  const status = document.querySelector('#status')
  if (!status) return
  status.textContent = text
  window.clearTimeout(hideTimer)
  hideTimer = window.setTimeout(() => (status.textContent = ''), 4000)
}

export const copy = (text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showMessage(`Copied ${text}`),
    () => showMessage(`The browser does not allow copying: ${text}`),
  )
}
