import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { renderResultPage } from '../confirmation-page.ts'
import { errorResponse, type Response } from './response.ts'
import { type RawRequest, serveRaw } from './serve-raw.ts'

/** The address of a page behind an emailed link contains a secret, which must not be sent to the next page. */
const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer' }

const errorPage = (requestId: string, error: unknown): Response => {
  const { headers, ...response } = errorResponse(requestId, error)
  return {
    ...response,
    headers: { ...headers, ...pageHeaders },
    body: renderResultPage({
      title: 'Something went wrong',
      text: `Please go back and try again in a moment. If that doesn’t help, email us at ${brand.supportEmail}.`,
      link: { text: 'Go to the home page', path: paths.home },
    }),
  }
}

/**
 * Returns true if a form of another site sent the request. Such a form could sign a visitor in to an account that is not
 * theirs, or give them the pass of somebody who then reads their chat, so it only gets the confirmation page. Browsers
 * set `Sec-Fetch-Site`; `Origin` does not help, because pages without a referrer send it as `null`.
 */
export const isFormOfOtherSite = ({ method, header }: Pick<RawRequest, 'method' | 'header'>): boolean => {
  const site = header('sec-fetch-site')
  return method === 'POST' && site !== undefined && site !== 'same-origin'
}

/** Creates the Lambda handler of a page behind an emailed link. Its errors are pages too, because visitors see them. */
export const servePage = (...[name, maxBytes, handle]: Parameters<typeof serveRaw>) =>
  serveRaw(name, maxBytes, handle, errorPage)
