import { unescapeXml } from '../protocol/xml.ts'

/** Returns the web addresses in an email without duplicates: first the links of the HTML, then those of the text. */
export const linksOf = (html: string, text: string): string[] => {
  const hrefs = [...html.matchAll(/\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    unescapeXml(match[1] ?? match[2] ?? '').trim(),
  )
  const addresses = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map(([address]) =>
    // A full stop or bracket after an address belongs to the sentence.
    address.replace(/[.,;:!?)\]]+$/, ''),
  )
  return [...new Set([...hrefs.filter((href) => /^https?:\/\//i.test(href)), ...addresses])]
}
