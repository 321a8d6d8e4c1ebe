import type { Account } from '../account.ts'
import { checkoutPage } from '../checkout/hosted.ts'
import { invoicePage } from '../invoice-page/hosted.ts'
import { portalPage } from '../portal/hosted.ts'
import type { PageAnswer } from './answer.ts'

type Page = (account: Account, method: string, path: string, body: string) => PageAnswer

const pages: readonly { readonly prefix: string; readonly answer: Page }[] = [
  { prefix: '/c/', answer: checkoutPage },
  { prefix: '/i/', answer: invoicePage },
  { prefix: '/p/', answer: portalPage },
]

/** The hosted pages that a path belongs to; undefined for the API. */
export const pageAt = (path: string): Page | undefined =>
  pages.find(({ prefix }) => path.startsWith(prefix))?.answer
