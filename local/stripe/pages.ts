import type { Account } from '../account.ts'
import { checkoutPage } from './checkout/hosted.ts'
import { invoicePage } from './invoice/hosted.ts'
import { portalPage } from './portal/hosted.ts'
import type { PageResponse } from './page-response.ts'
import { receiptPage } from './receipt.ts'

type Page = (account: Account, method: string, path: string, body: string) => PageResponse

const pages: readonly { readonly prefix: string; readonly render: Page }[] = [
  { prefix: '/c/', render: checkoutPage },
  { prefix: '/i/', render: invoicePage },
  { prefix: '/p/', render: portalPage },
  { prefix: '/r/', render: receiptPage },
]

/** Finds the hosted page for a path. Returns undefined for API paths. */
export const findPage = (path: string): Page | undefined =>
  pages.find(({ prefix }) => path.startsWith(prefix))?.render
