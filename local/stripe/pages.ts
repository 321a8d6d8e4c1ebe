import type { Account } from './account/account.ts'
import { checkoutPage } from './hosted/checkout/hosted.ts'
import { invoicePage } from './hosted/invoice/hosted.ts'
import { portalPage } from './hosted/portal/hosted.ts'
import type { PageResponse } from './hosted/page-response.ts'
import { receiptPage } from './hosted/receipt.ts'

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
