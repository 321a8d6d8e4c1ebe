import { isSampleAddress } from '#web/lib/sample-address.ts'

/** Permissions policy of embedded frames. */
export const framePermissions = 'autoplay; fullscreen; picture-in-picture'

/** Returns whether a click opens the link in a new tab or window. */
export const opensElsewhere = ({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean => ctrlKey || metaKey || shiftKey

/** The text that replaces the link to a sample address. */
export const sampleText = 'This is a sample. The operator has not set up the provider yet.'

/** Returns the address without automatic playback, for frames that the visitor did not select. */
export const withoutAutoplay = (src: string): string => {
  const url = new URL(src)
  url.searchParams.delete('autoplay')
  return url.href
}

const replacement = (link: HTMLAnchorElement, src: string): HTMLElement =>
  isSampleAddress(src)
    ? Object.assign(document.createElement('p'), { textContent: sampleText, tabIndex: -1 })
    : Object.assign(document.createElement('iframe'), {
        src,
        title: link.dataset.frame,
        allow: framePermissions,
        loading: 'lazy',
      })

/** Replaces a link with a frame that shows its target. The link's `data-frame` becomes the frame's title. */
export const showFrame = (link: HTMLAnchorElement): void => {
  const frame = replacement(link, link.href)
  link.replaceWith(frame)
  frame.focus()
}

/** Shows all frames of the page, for a visitor who has accepted the content of other providers. */
export const showAllFrames = (): void => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-frame]'))
    if (!isSampleAddress(link.href)) link.replaceWith(replacement(link, withoutAutoplay(link.href)))
}
