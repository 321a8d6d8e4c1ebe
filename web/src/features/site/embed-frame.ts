/** Permissions policy of embedded frames. */
export const framePermissions = 'autoplay; fullscreen; picture-in-picture'

/** Returns whether a click opens the link in a new tab or window. */
export const opensElsewhere = ({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean => ctrlKey || metaKey || shiftKey

/** Replaces a link with a frame that shows its target. The link's `data-frame` becomes the frame's title. */
export const showFrame = (link: HTMLAnchorElement): void => {
  const frame = Object.assign(document.createElement('iframe'), {
    src: link.href,
    title: link.dataset.frame,
    allow: framePermissions,
  })
  link.replaceWith(frame)
  frame.focus()
}
