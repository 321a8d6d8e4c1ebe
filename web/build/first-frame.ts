const leadId = 'lead'

/** A paragraph directly after the main heading: the lead of a page. */
const lead = /<\/h1><p (?=class=)/

/** A page, and what its head needs for its first frame. */
export interface FirstFrame {
  readonly head: string
  readonly html: string
}

/**
 * Lets browsers draw a page only once they have read its lead, which is the largest text of most first screens. Otherwise
 * a slow phone spends its first frame on the header alone, and the lead waits for it. Browsers that do not know this kind
 * of link ignore it.
 */
export const firstFrameOf = (html: string): FirstFrame =>
  lead.test(html)
    ? {
        head: `<link rel="expect" href="#${leadId}" blocking="render">`,
        html: html.replace(lead, `$&id="${leadId}" `),
      }
    : { head: '', html }
