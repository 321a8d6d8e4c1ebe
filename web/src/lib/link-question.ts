import { createStore } from './store.ts'

/** A question that an emailed link raises and only the user can answer. */
export type LinkQuestion =
  /** The link belongs to `to`, but `from` is signed in. `from` is empty if its address is not known. */
  | { readonly kind: 'switch'; readonly from: string; readonly to: string }
  /** The server could not be reached to check the link. */
  | { readonly kind: 'retry' }

interface OpenQuestion {
  readonly question: LinkQuestion
  readonly answer: (accepted: boolean) => void
}

/** The question that the page has to show, or null. */
export const openLinkQuestion = createStore<OpenQuestion | null>(null)

/** Shows a question and resolves with the user's answer. An earlier question that is still open is answered with no. */
export const askAboutLink = (question: LinkQuestion): Promise<boolean> => {
  openLinkQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (accepted: boolean) => {
      openLinkQuestion.set(null)
      resolve(accepted)
    }
    openLinkQuestion.set({ question, answer })
  })
}
