/** Adds a style sheet to the page. Resolves when it is loaded, and rejects with its address if it does not arrive. */
export const loadStyles = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      crossOrigin: '',
      href,
    })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(href)))
    document.head.append(link)
  })
