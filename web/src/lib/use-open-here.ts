import { useIsShown } from './use-is-shown.ts'

/** Returns a function that opens a page of another site in this tab, unless the component is no longer shown. */
export const useOpenHere = (): ((url: string) => void) => {
  const isShown = useIsShown()
  return (url: string) => {
    if (isShown.current) window.location.assign(url)
  }
}
