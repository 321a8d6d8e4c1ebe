// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { openUploads, select } from './testing/uploads-page.tsx'

const rendered = vi.hoisted<string[]>(() => [])
vi.mock('./confirm-delete.tsx', () => ({
  ConfirmDelete: ({ name }: { name: string }) => {
    rendered.push(name)
    return null
  },
}))

inFreshBrowser()
beforeEach(() => {
  rendered.length = 0
})

/** Forgets what was rendered before. */
const afterwards = () => rendered.splice(0)

describe('ticking one of hundreds of rows', () => {
  test('renders only the row of that file', async () => {
    openUploads(['guides_1_Gas.pdf', 'guides_2_Deposits.pdf', 'templates_3_Notice.pdf'])
    await screen.findByText('3 of 3 files')
    afterwards()
    await select('Gas.pdf')
    // The button that deletes all selected files is one of these too.
    expect(rendered.filter((name) => name.endsWith('.pdf'))).toEqual(['Gas.pdf'])
  })

  test('renders only the row of that video', async () => {
    const videos = ['Rent', 'Keys'].map((title) => ({
      id: title,
      title,
      url: 'https://youtu.be/abcdefghij1',
      video_id: 'abcdefghij1',
    }))
    openUploads([], { '/functions/list-media-links': { body: { data: videos } } })
    await screen.findByLabelText('Select Keys')
    afterwards()
    await select('Keys')
    expect(rendered.filter((name) => name !== 'videos')).toEqual(['Keys'])
  })
})
