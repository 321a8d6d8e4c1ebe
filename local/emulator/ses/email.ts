/** An email that was sent through the emulator, which delivers none. */
export interface Email {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly replyTo: string | null
  readonly subject: string
  /** Headers that the sender added, such as `List-Unsubscribe`. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
  /** Every address that the HTML or the text links to, in order and without duplicates. */
  readonly links: readonly string[]
  readonly sentAt: string
}
