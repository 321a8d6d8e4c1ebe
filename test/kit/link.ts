import { callRaw } from './call.ts'
import { inbox } from './inbox.ts'

/** What a link in a mail carries. */
export const readLink = (link: string) => {
  const { searchParams } = new URL(link)
  return { token: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '' }
}

/** Waits for the newest mail of this subject and takes its first link that leads to a page with a button of ours. */
export const linkFor = async (email: string, subject: RegExp): Promise<string> => {
  const mail = await inbox.waitFor(email, subject)
  const link = mail.links.find((address) => /\/auth\/(?:verify|pass)\?/.test(address))
  if (link === undefined) throw new Error(`The mail "${mail.subject}" has no link to press`)
  return link
}

/** Presses the button on a link's page, as a person does. */
export const pressButton = (link: string) =>
  callRaw('/auth/verify', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(readLink(link)).toString(),
  })

/** Where a press led: the address, and what its fragment or query says. */
export const landing = (reply: { headers: Headers }) => {
  const url = new URL(reply.headers.get('location') ?? 'about:blank')
  return {
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
