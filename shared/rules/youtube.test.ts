import { describe, expect, test } from 'vitest'
import { embedUrl, thumbnailUrl, videoIdOf, watchUrl } from './youtube.ts'

const id = 'dQw4w9WgXcQ'

describe('YouTube links', () => {
  test.each([
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtu.be/${id}`,
    `https://www.youtube.com/watch?v=${id}&t=3`,
    `https://m.youtube.com/watch?list=x&v=${id}`,
    `https://youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    ` www.youtube.com/watch?v=${id} `,
  ])('reads the video id of %s', (link) => {
    expect(videoIdOf(link)).toBe(id)
  })

  test.each([
    '',
    'youtube',
    'https://youtu.be/',
    'https://youtu.be/short',
    `https://youtu.be.example/${id}`,
    `https://vimeo.com/watch?v=${id}`,
    `https://example.com/?u=youtube.com/watch?v=${id}`,
    `javascript:alert(1)//youtu.be/${id}`,
    `https://www.youtube.com/watch?v=${id}extra`,
    'https://www.youtube.com/@channel',
  ])('finds no video id in %j', (link) => {
    expect(videoIdOf(link)).toBeUndefined()
  })

  test('builds the canonical link from the id', () => {
    expect(watchUrl(id)).toBe(`https://www.youtube.com/watch?v=${id}`)
  })

  test('builds thumbnail URLs of each size, medium by default', () => {
    const sizes = ['default', 'medium', 'high', 'standard', 'maxres'] as const
    expect(sizes.map((size) => thumbnailUrl(id, size))).toEqual(
      ['default', 'mqdefault', 'hqdefault', 'sddefault', 'maxresdefault'].map(
        (file) => `https://i.ytimg.com/vi/${id}/${file}.jpg`,
      ),
    )
    expect(thumbnailUrl(id)).toBe(thumbnailUrl(id, 'medium'))
  })

  test('embeds with the required player options, muted on autoplay', () => {
    const parts = (url: string) => Object.fromEntries(new URL(url).searchParams)
    expect(new URL(embedUrl(id)).host).toBe('www.youtube-nocookie.com')
    expect(parts(embedUrl(id))).toEqual({ rel: '0', modestbranding: '1', playsinline: '1' })
    expect(parts(embedUrl(id, { autoplay: true }))).toMatchObject({ autoplay: '1', mute: '1' })
  })
})
