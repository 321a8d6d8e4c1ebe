/** An id as YouTube makes them. */
const idPattern = /^[A-Za-z0-9_-]{11}$/

const hosts = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
]

const idIn = (url: URL): string | null | undefined => {
  const [first, second] = url.pathname.split('/').filter(Boolean)
  if (url.hostname === 'youtu.be' || url.hostname === 'www.youtu.be') return first
  if (!hosts.includes(url.hostname)) return undefined
  if (first !== undefined && ['shorts', 'live', 'embed'].includes(first)) return second
  return url.searchParams.get('v')
}

/**
 * The id of the video that a link leads to, from a short link, a `v` parameter or a path of shorts, live or
 * embed; `undefined` for anything else. The scheme may be left out.
 */
export const videoIdOf = (link: string): string | undefined => {
  const text = link.trim()
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const id = idIn(new URL(address))
  return id && idPattern.test(id) ? id : undefined
}

/** The one link that we keep of a video, whatever was pasted. */
export const watchUrl = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`

/** Sizes of the still pictures, with YouTube's names of their files. */
const stills = {
  default: 'default',
  medium: 'mqdefault',
  high: 'hqdefault',
  standard: 'sddefault',
  maxres: 'maxresdefault',
} as const

/** The still picture of a video. `medium` is 320 by 180 pixels. */
export const thumbnailUrl = (videoId: string, size: keyof typeof stills = 'medium'): string =>
  `https://i.ytimg.com/vi/${videoId}/${stills[size]}.jpg`

/**
 * The player at the address that sets no cookie before it plays. One that plays at once has to be muted:
 * browsers let no other start by itself.
 */
export const embedUrl = (videoId: string, { autoplay = false } = {}): string => {
  const options = new URLSearchParams({ rel: '0', modestbranding: '1', playsinline: '1' })
  if (autoplay) for (const name of ['autoplay', 'mute']) options.set(name, '1')
  return `https://www.youtube-nocookie.com/embed/${videoId}?${options.toString()}`
}
