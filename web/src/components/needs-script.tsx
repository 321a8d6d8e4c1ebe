import { brand } from '#shared/values/brand.ts'

/** Says that a page needs JavaScript, where it is turned off. */
export const NeedsScript = () => (
  <noscript>
    <p style={{ padding: '4rem 1.5rem', maxInlineSize: '42rem', margin: 'auto' }}>
      This page needs JavaScript. Please turn it on in your browser, or email us at {brand.supportEmail}.
    </p>
  </noscript>
)
