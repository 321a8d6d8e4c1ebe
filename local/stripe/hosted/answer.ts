import { html, pageOf } from './html.ts'

/** What a hosted page answers: a page, or the way elsewhere. */
export type PageAnswer =
  { readonly status: number; readonly page: string } | { readonly status: 303; readonly location: string }

export const show = (page: string, status = 200): PageAnswer => ({ status, page })

/** The next page is fetched with GET, so that reloading it sends nothing again. */
export const goTo = (location: string): PageAnswer => ({ status: 303, location })

/** A page that only says something, with at most one way on. */
export const noticePage = (title: string, text: string, link?: { href: string; label: string }): string =>
  pageOf(
    title,
    html`<main class="page narrow">
      <section aria-labelledby="notice">
        <h1 id="notice">${title}</h1>
        <p>${text}</p>
        ${link ? html`<p><a href="${link.href}">${link.label}</a></p>` : null}
      </section>
    </main>`,
  )

/** The bank's page that asks the cardholder to confirm something; the answer is posted to `action`. */
export const authenticationPage = (action: string, asks: string): string =>
  pageOf(
    '3-D Secure',
    html`<main class="page narrow">
      <section aria-labelledby="bank">
        <h1 id="bank">3-D Secure authentication</h1>
        <p>Your bank asks you to confirm ${asks}.</p>
        <form method="post" action="${action}">
          <button type="submit" name="answer" value="complete">Complete</button>
          <button type="submit" name="answer" value="fail" class="plain">Fail</button>
        </form>
      </section>
    </main>`,
  )

/** Whether the cardholder confirmed, from the form of the bank's page. */
export const isConfirmed = (body: string): boolean => new URLSearchParams(body).get('answer') === 'complete'

export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
