// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { dueItems } from './library-facts.ts'
import UploadsSection from './uploads-section.tsx'

inFreshBrowser(forgetToast)

const facts = {
  country: 'england',
  topic: null,
  lawAsAt: '2026-05-01',
  reviewBy: '2026-07-31',
  whatChanged: null,
} as const
const replies = {
  '/functions/list-media-links': { body: { data: [] } },
  '/functions/get-library': {
    body: { files: [{ name: 'guides_1_Gas.pdf', title: 'Gas safety', facts }], videos: [] },
  },
}
const open = () => {
  signedInAs({ sub: 'admin-of-facts' })
  showPage(`${paths.admin}/uploads`, <UploadsSection />)
}
const aLaterYear = { ...facts, reviewBy: '2099-01-01' }

describe('facts of a file', () => {
  test('are saved with a sentence about what changed', async () => {
    const seen = fakeServer({ ...replies, '/functions/save-library-facts': { body: facts } })
    open()
    const buttons = await screen.findAllByRole('button', {
      name: 'Change law and review dates of Gas safety',
    })
    await userEvent.click(buttons.at(-1) ?? document.body)
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Wales')
    await userEvent.selectOptions(screen.getByLabelText('Topic'), 'Safety and repairs')
    await userEvent.type(screen.getByLabelText('What changed'), 'New form.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findAllByRole('button', { name: 'Change law and review dates of Gas safety' })
    expect(seen.find(({ path }) => path.endsWith('save-library-facts'))?.body).toEqual({
      item: 'library/guides_1_Gas.pdf',
      country: 'wales',
      topic: 'safety',
      whatChanged: 'New form.',
      seen: facts,
    })
    expect(toastText()).toBe('Saved')
  })

  const others = { ...facts, country: 'wales', topic: 'safety', reviewBy: '2027-02-01' } as const

  /** Opens the form of an item, and saves England and a sentence, after another admin has saved the other facts. */
  const saveAfterOthers = async () => {
    const listed = (given: object | null) => ({
      body: { files: [{ name: 'guides_1_Gas.pdf', title: 'Gas safety', facts: given }], videos: [] },
    })
    const conflict = {
      status: 409,
      body: { error: { code: 'item_changed', message: 'Another admin has changed this item.' } },
    }
    const seen = fakeServer({
      ...replies,
      '/functions/get-library': [listed(null), listed(others)],
      '/functions/save-library-facts': [conflict, { body: others }],
    })
    open()
    const buttons = await screen.findAllByRole('button', {
      name: 'Change law and review dates of Gas safety',
    })
    await userEvent.click(buttons.at(-1) ?? document.body)
    expect(document.activeElement).toBe(screen.getByLabelText('Country'))
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'England')
    await userEvent.type(screen.getByLabelText('What changed'), 'A long sentence.')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    return { seen, alert: await screen.findByRole('alert') }
  }

  test('keep what was typed, and show the other facts, when another admin has saved in the meantime', async () => {
    const { seen, alert } = await saveAfterOthers()
    expect(alert.textContent).toMatch(/They saved: Wales.*review by 1 February 2027/)
    expect(screen.getByLabelText<HTMLInputElement>('What changed').value).toBe('A long sentence.')
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('england')
    // This admin had not touched the topic.
    expect(screen.getByLabelText<HTMLSelectElement>('Topic').value).toBe('safety')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(toastText).toBe('Saved')
    const bodies = seen.filter(({ path }) => path.endsWith('save-library-facts')).map(({ body }) => body)
    expect(bodies).toMatchObject([
      { country: 'england', seen: null },
      { item: 'library/guides_1_Gas.pdf', country: 'england', whatChanged: 'A long sentence.', seen: others },
    ])
    expect(Object.keys(Object(bodies[1]))).not.toContain('topic')
  })

  test('are listed as another admin has saved them when the form is cancelled', async () => {
    const { seen } = await saveAfterOthers()
    const lists = () => seen.filter(({ path }) => path === '/functions/get-library').length
    const before = lists()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(lists()).toBe(before + 1))
  })

  test('return the focus to the button when the form is closed', async () => {
    fakeServer(replies)
    open()
    const name = 'Change law and review dates of Gas safety'
    // One in the list of due items, and one in the list of all files.
    await waitFor(() => expect(screen.getAllByRole('button', { name })).toHaveLength(2))
    await userEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name }).at(-1))
  })

  test('stay in their form while the title is edited', async () => {
    fakeServer(replies)
    open()
    await screen.findByRole('button', { name: /^Edit ?Gas/ })
    const name = 'Change law and review dates of Gas safety'
    await userEvent.click((await screen.findAllByRole('button', { name })).at(-1) ?? document.body)
    await userEvent.type(screen.getByLabelText('What changed'), 'New form.')
    await userEvent.click(screen.getByRole('button', { name: /^Edit ?Gas/ }))
    const form = screen.getByRole('button', { name: 'Done' }).closest('form') ?? document.body
    expect(form.contains(document.activeElement)).toBe(true)
    await userEvent.click(within(form).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText<HTMLInputElement>('What changed').value).toBe('New form.')
  })

  test('stay open when they cannot be saved', async () => {
    fakeServer({
      ...replies,
      '/functions/save-library-facts': {
        status: 400,
        body: { error: { code: 'validation_failed', message: 'The review must be later.' } },
      },
    })
    open()
    const buttons = await screen.findAllByRole('button', {
      name: 'Change law and review dates of Gas safety',
    })
    await userEvent.click(buttons.at(-1) ?? document.body)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByLabelText('Law as at')).toBeTruthy()
    await expect.poll(toastText).toBe('Save failed / The review must be later.')
  })

  test('stay in an open form when the list that has it is loaded again without the file', async () => {
    const title = 'Gas safety'
    const listed = (files: object[]) => ({ body: { files, videos: [] } })
    const other = { name: 'guides_2_Rent.pdf', title: 'Rent', facts }
    const gas = { name: 'guides_1_Gas.pdf', title, facts }
    fakeServer({
      ...replies,
      '/functions/get-library': [
        listed([gas, other]),
        // Another admin has given it a later review day, and then deleted it.
        listed([{ ...gas, facts: aLaterYear }, other]),
        listed([other]),
      ],
      '/functions/save-library-facts': { body: facts },
    })
    open()
    const due = (await screen.findByRole('heading', { name: 'Due for review' })).closest('section')
    const list = within(due ?? document.body)
    await userEvent.click(list.getByRole('button', { name: `Change law and review dates of ${title}` }))
    await userEvent.type(list.getByLabelText('What changed'), 'New form.')
    for (let i = 0; i < 2; i += 1) {
      await userEvent.click(list.getByRole('button', { name: 'Change law and review dates of Rent' }))
      const save = list.getAllByRole('button', { name: 'Save' }).at(-1)
      await userEvent.click(save ?? document.body)
      await waitFor(() => expect(list.getAllByRole('button', { name: 'Save' })).toHaveLength(1))
      expect(list.getByLabelText<HTMLInputElement>('What changed').value).toBe('New form.')
    }
    await userEvent.click(list.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(list.queryByText(title, { exact: false })).toBeNull())
  })

  test('list the files that are due for review, and mark those overdue', async () => {
    fakeServer(replies)
    open()
    const title = await screen.findByRole('heading', { name: 'Due for review' })
    const list = within(title.closest('section') ?? document.body).getAllByRole('listitem')[0]
    expect(list?.textContent).toContain('Gas safety (overdue)')
  })
})

test('dueItems lists the longest overdue first, then what is due within 30 days, then what has no facts', () => {
  const item = (title: string, reviewBy: string | null) => ({
    item: title,
    title,
    facts: reviewBy === null ? null : { ...aLaterYear, reviewBy },
  })
  const items = [
    item('later', '2026-08-31'),
    item('soon', '2026-07-31'),
    item('new', null),
    item('overdue', '2026-06-30'),
  ]
  expect(dueItems(items, '2026-07-01').map(({ title }) => title)).toEqual(['overdue', 'soon', 'new'])
})

test('a file is replaced under its path', async () => {
  const seen = fakeServer({
    ...replies,
    '/functions/create-upload': { status: 400, body: { error: { code: 'file_rejected', message: 'No.' } } },
  })
  open()
  await screen.findByRole('button', { name: 'Replace Gas.pdf' })
  const content = new File(['%PDF-1.7'], 'Newer.pdf', { type: 'application/pdf' })
  await userEvent.upload(screen.getByLabelText('New version of Gas.pdf'), content)
  await expect
    .poll(() => seen.find(({ path }) => path.endsWith('create-upload'))?.body)
    .toMatchObject({ kind: 'guides', name: 'Newer.pdf', replaces: 'library/guides_1_Gas.pdf' })
})
