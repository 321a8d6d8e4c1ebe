/** What a delivery says that matters to us: advisers have answered this visitor. */
export interface News {
  /** Of the visitor, as the server had signed them. */
  readonly visitor: { readonly id: string } | { readonly email: string }
  /** When, first to last. */
  readonly answers: readonly Date[]
}
