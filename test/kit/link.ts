import { callRaw } from './call.ts'
import { inbox } from './inbox.ts'

/** Returns the token and the type of an emailed link. */
export const readLink = (link: string) => {
  const { searchParams } = new URL(link)
  return { token: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '' }
}

/** Waits for an email with this subject and returns its first link to a confirmation page. */
export const linkFor = async (email: string, subject: RegExp): Promise<string> => {
  const received = await inbox.waitFor(email, subject)
  const link = received.links.find((address) => /\/auth\/(?:verify|pass)\?/.test(address))
  if (link === undefined)
    throw new Error(`The email "${received.subject}" has no link to a confirmation page`)
  return link
}

/** Submits the form of a link's confirmation page. */
export const pressButton = (link: string) =>
  callRaw('/auth/verify', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(readLink(link)).toString(),
  })

/** Returns the path, query and fragment of a redirect. */
export const landing = (reply: { headers: Headers }) => {
  const url = new URL(reply.headers.get('location') ?? 'about:blank')
  return {
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  }
}
