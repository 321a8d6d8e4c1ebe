import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer, type SeenCall } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import UploadsSection from '../uploads-section.tsx'

export const facts = {
  country: 'wales',
  topic: null,
  lawAsAt: '2026-01-01',
  reviewBy: '2099-01-01',
  whatChanged: null,
}

export const failing = {
  status: 500,
  body: { error: { code: 'internal', message: 'Something went wrong.' } },
}

/** Returns the library as the page loads it: with these files, each with facts, some with a title. */
export const libraryOf = (names: readonly string[], titles: Readonly<Record<string, string>> = {}) => ({
  files: names.map((name) => ({
    name,
    title: titles[name] ?? null,
    description: null,
    size: 1000,
    createdAt: '2026-01-01T10:00:00.000Z',
    changedAt: '2026-01-01T10:00:00.000Z',
    facts,
  })),
  videos: [],
})

/** Opens the page with files of these names. Returns the calls that the server has received. */
export const openUploads = (
  names: readonly string[],
  replies: Parameters<typeof fakeServer>[0] = {},
): SeenCall[] => {
  signedInAs({ sub: 'admin-1' })
  const seen = fakeServer({
    '/functions/list-media-links': { body: { data: [] } },
    '/functions/get-library': { body: libraryOf(names) },
    ...replies,
  })
  showPage(`${paths.admin}/uploads`, <UploadsSection />)
  return seen
}

export const press = async (name: string | RegExp): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))

export const select = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByLabelText(`Select ${name}`))

export const callsOf = (seen: readonly SeenCall[], name: string): unknown[] =>
  seen.filter(({ path }) => path === `/functions/${name}`).map(({ body }) => body)
