const expireCookies = (): void => {
  for (const cookie of document.cookie.split('; ')) {
    const [name] = cookie.split('=')
    document.cookie = `${name}=; max-age=0; path=/`
  }
}

const removeAttributes = (element: Element): void => {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}

/**
 * Empties the page, its storage and its cookies, and goes to the home page. Style sheets stay: libraries add theirs only
 * when they are loaded.
 */
export const freshWindow = (): void => {
  localStorage.clear()
  sessionStorage.clear()
  expireCookies()
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()
  for (const element of document.head.querySelectorAll(':not(style)')) element.remove()
  for (const element of [document.documentElement, document.body]) removeAttributes(element)
}
