/** What an embedded page may do. */
export const framePermissions = 'autoplay; fullscreen; picture-in-picture'

/** Whether a click asks for a tab or a window of its own. */
export const opensElsewhere = ({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean => ctrlKey || metaKey || shiftKey

/** Puts the frame in the place of the link to what it shows; `data-frame` of the link is the frame's title. */
export const showFrame = (link: HTMLAnchorElement): void => {
  const frame = Object.assign(document.createElement('iframe'), {
    src: link.href,
    title: link.dataset.frame,
    allow: framePermissions,
  })
  link.replaceWith(frame)
  frame.focus()
}
