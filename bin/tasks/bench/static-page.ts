const scripts = /<script\b[^]*?<\/script\s*>/g
const noscripts = /<noscript\b[^]*?<\/noscript\s*>/g
/** Links that cause requests: icons, scripts, style sheets and fonts. Canonical and alternate links cause none. */
const requestingLinks =
  /<link\b(?=[^>]*\brel="(?:icon|apple-touch-icon|preload|modulepreload|prefetch|stylesheet)")[^>]*>/g
const fontFaces = /@font-face\s*\{[^}]*\}/g
/** Without an icon of its own, a page makes the browser request /favicon.ico. */
const noIcon = '<link rel="icon" href="data:,">'

/**
 * Returns a page as one static file: the same text, markup and inline styles, without scripts and fonts. It is what our
 * pages are compared with: no page with this content can be faster.
 *
 * @param styles rules of style sheets that the page linked to
 */
export const staticPage = (html: string, styles = ''): string => {
  const page = html
    .replace(scripts, '')
    .replace(noscripts, '')
    .replace(requestingLinks, '')
    .replace(fontFaces, '')
    .replace(
      '</head>',
      () => `${noIcon}${styles === '' ? '' : `<style>${styles.replace(fontFaces, '')}</style>`}</head>`,
    )
  if (!page.includes(noIcon)) throw new Error('The page has no head')
  return page
}
