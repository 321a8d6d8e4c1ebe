import { html, pageOf } from './html.ts'

/** The response of a hosted page: a page or a redirect. */
export type PageResponse =
  | { readonly status: number; readonly page: string }
  | { readonly status: 303; readonly location: string }

export const show = (page: string, status = 200): PageResponse => ({ status, page })

/** Redirects with 303, so that reloading the next page does not submit the form again. */
export const redirectTo = (location: string): PageResponse => ({ status: 303, location })

/** Renders a page with a message and at most one link. */
export const messagePage = (title: string, text: string, link?: { href: string; label: string }): string =>
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

/** Renders the bank's page that asks the cardholder to confirm a payment. It posts the choice to `action`. */
export const authenticationPage = (action: string, subject: string): string =>
  pageOf(
    '3-D Secure',
    html`<main class="page narrow">
      <section aria-labelledby="bank">
        <h1 id="bank">3-D Secure authentication</h1>
        <p>Your bank asks you to confirm ${subject}.</p>
        <form method="post" action="${action}">
          <button type="submit" name="decision" value="complete">Complete</button>
          <button type="submit" name="decision" value="fail" class="plain">Fail</button>
        </form>
      </section>
    </main>`,
  )

/** Reports whether the cardholder confirmed on the bank's page. */
export const isConfirmed = (body: string): boolean => new URLSearchParams(body).get('decision') === 'complete'

export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
