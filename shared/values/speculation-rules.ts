/**
 * Rules that the boot script adds to a page after its first paint, unless the app is loading. The browser fetches the page
 * behind a link as soon as it is pressed, about 80 ms before the click. Pointing at a link fetches nothing, so nobody
 * loads pages that they do not open. Browsers that do not know speculation rules ignore them.
 *
 * The content security policy allows the element by the hash of exactly these characters.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { selector_matches: 'a[href^="#"]' } }] },
      eagerness: 'conservative',
    },
  ],
})
