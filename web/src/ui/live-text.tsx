/**
 * A text that changes in place. Each text has a new element: a browser that translates the page replaces the text that
 * Preact would update, so the first translation would stay.
 */
export const LiveText = ({ children }: { readonly children: string }) => (
  <span key={children}>{children}</span>
)
