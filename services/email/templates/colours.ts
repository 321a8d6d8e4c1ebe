/** Colours of an email, in the light and the dark scheme: the same as on the site. */
export const colours = {
  page: { light: '#faf7f0', dark: '#171c29' },
  card: { light: '#fffdf8', dark: '#1f2636' },
  text: { light: '#151d31', dark: '#f2ebdd' },
  muted: { light: '#434b60', dark: '#c3c6d0' },
  line: { light: '#dcd4c4', dark: '#353e53' },
  accent: { light: '#963a22', dark: '#eb9a7c' },
  onAccent: { light: '#fffaf3', dark: '#2b1009' },
} as const

const { page, card, text, muted, line, accent, onAccent } = colours

/**
 * The dark scheme. Email clients without media queries ignore it. It has to override inline styles, the only ones that
 * all clients support.
 */
export const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:${page.dark}!important;color:${text.dark}!important}
.card{background:${card.dark}!important;border-color:${line.dark}!important}
.muted{color:${muted.dark}!important}
.line{border-color:${line.dark}!important}
.link{color:${accent.dark}!important}
.button{background:${accent.dark}!important;color:${onAccent.dark}!important}
}`
