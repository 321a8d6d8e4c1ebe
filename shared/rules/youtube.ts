/** The form of a YouTube video id. */
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

/** Safari has `URL.canParse` and `URL.parse` from versions 17 and 18 only. */
const parsed = (address: string): URL | undefined => {
  try {
    return new URL(address)
  } catch {
    // The text is not an address. The caller returns undefined.
    return undefined
  }
}

/**
 * Reads the video id from a YouTube link: a short link, a `v` parameter, or a shorts, live or embed path. The scheme is
 * optional. Returns `undefined` for anything else.
 */
export const videoIdOf = (link: string): string | undefined => {
  const text = link.trim()
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  const url = parsed(address)
  const id = url && idIn(url)
  return id && idPattern.test(id) ? id : undefined
}

/** Returns the canonical link of a video. This is what we store, whatever was pasted. */
export const watchUrl = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`

/** Thumbnail sizes, with YouTube's file names. */
const thumbnails = {
  default: 'default',
  medium: 'mqdefault',
  high: 'hqdefault',
  standard: 'sddefault',
  maxres: 'maxresdefault',
} as const

/** Returns the URL of a video's thumbnail. `medium` is 320 by 180 pixels. */
export const thumbnailUrl = (videoId: string, size: keyof typeof thumbnails = 'medium'): string =>
  `https://i.ytimg.com/vi/${videoId}/${thumbnails[size]}.jpg`

/**
 * Returns the URL of the privacy-enhanced player, which sets no cookies before playback. Autoplay is muted, because
 * browsers block autoplay with sound.
 */
export const embedUrl = (videoId: string, { autoplay = false } = {}): string => {
  const options = new URLSearchParams({ rel: '0', modestbranding: '1', playsinline: '1' })
  if (autoplay) for (const name of ['autoplay', 'mute']) options.set(name, '1')
  return `https://www.youtube-nocookie.com/embed/${videoId}?${options.toString()}`
}
