// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { facts, libraryOf, openUploads, press } from './testing/uploads-page.tsx'

inFreshBrowser(forgetToast)

const name = 'guides_1_Deposits.pdf'
const titled = { path: `library/${name}`, title: 'Tenancy deposits', description: null }
const withTitle = { body: libraryOf([name], { [name]: titled.title }) }
const withoutTitle = { body: libraryOf([name]) }

const titleForm = async () => {
  const done = await screen.findByRole<HTMLButtonElement>('button', { name: 'Done' })
  const form = done.closest('form') ?? document.body
  return { done, title: within(form).getByLabelText<HTMLInputElement>('Title') }
}

/** Saves a title in the form of the first file. */
const saveTitle = async () => {
  await press(/^Edit ?Deposits/)
  await userEvent.type((await titleForm()).title, 'Tenancy deposits')
  await press('Done')
  await waitFor(() => expect(toastText()).toBe('Saved'))
}

// A form that opens with the texts before the change would report the admin's own change as another admin's.
describe('a form that has saved', () => {
  test('stays open until the list has the new title', async () => {
    const { promise: newList, resolve: showNewList } = deferred<{ body: object }>()
    openUploads([name], {
      '/functions/get-library': [withoutTitle, newList],
      '/functions/save-file-title': { body: titled },
    })
    await saveTitle()
    expect(screen.queryByRole('button', { name: /^Edit ?Deposits/ })).toBeNull()
    showNewList(withTitle)
    await press(/^Edit ?Deposits/)
    expect((await titleForm()).title.value).toBe('Tenancy deposits')
  })

  test('takes no more text while it waits for the list', async () => {
    openUploads([name], {
      '/functions/get-library': [withoutTitle, deferred<{ body: object }>().promise],
      '/functions/save-file-title': { body: titled },
    })
    await saveTitle()
    const { title } = await titleForm()
    await userEvent.type(title, ' and more')
    await userEvent.type(screen.getByLabelText('Description'), 'Lost')
    expect(title.value).toBe('Tenancy deposits')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('')
  })

  test('stays open until the list no longer has the title', async () => {
    const { promise: newList, resolve: showNewList } = deferred<{ body: object }>()
    openUploads([name], {
      '/functions/get-library': [withTitle, newList],
      '/functions/delete-file-title': { body: {} },
    })
    await press(/^Edit ?Deposits/)
    const { done } = await titleForm()
    await userEvent.click(
      within(done.closest('form') ?? document.body).getByRole('button', { name: /^Delete/ }),
    )
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toastText()).toBe('Removed'))
    expect(screen.queryByRole('button', { name: /^Edit ?Deposits/ })).toBeNull()
    showNewList(withoutTitle)
    await press(/^Edit ?Deposits/)
    expect((await titleForm()).title.value).toBe('')
  })

  test('takes no more facts while it waits for the list', async () => {
    openUploads([name], {
      '/functions/get-library': [{ body: libraryOf([name]) }, deferred<{ body: object }>().promise],
      '/functions/save-library-facts': { body: facts },
    })
    await press('Change law and review dates of Deposits.pdf')
    await press('Save')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    const field = screen.getByLabelText<HTMLInputElement>('What changed')
    await userEvent.type(field, 'Lost')
    expect(field.value).toBe(facts.whatChanged ?? '')
    expect(screen.getByLabelText('Country')).toHaveProperty('disabled', true)
  })

  test('stays open until the list has the new facts', async () => {
    const { promise: newList, resolve: showNewList } = deferred<{ body: object }>()
    const library = libraryOf([name])
    const changed = { ...facts, country: 'england' }
    openUploads([name], {
      '/functions/get-library': [{ body: library }, newList],
      '/functions/save-library-facts': { body: changed },
    })
    const change = 'Change law and review dates of Deposits.pdf'
    await press(change)
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'england')
    await press('Save')
    await waitFor(() => expect(toastText()).toBe('Saved'))
    expect(screen.queryByRole('button', { name: change })).toBeNull()
    showNewList({ body: { ...library, files: library.files.map((file) => ({ ...file, facts: changed })) } })
    await press(change)
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('england')
  })

  test('shows its new title when it closes, although the list is being loaded again for another form', async () => {
    const names = [name, 'guides_2_Fire.pdf']
    const titles = { [name]: titled.title }
    const { promise: newList, resolve: showNewList } = deferred<{ body: object }>()
    const { promise: newerList, resolve: showNewerList } = deferred<{ body: object }>()
    openUploads(names, {
      '/functions/get-library': [{ body: libraryOf(names) }, newList, newerList],
      '/functions/save-file-title': { body: titled },
    })
    await saveTitle()
    forgetToast()
    await press(/^Edit ?Fire/)
    const form = within(screen.getByText(/members see Fire\.pdf$/).closest('form') ?? document.body)
    await userEvent.type(form.getByLabelText('Title'), 'Fire doors')
    await userEvent.click(form.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(toastText()).toBe('Saved'))
    showNewList({ body: libraryOf(names, titles) })
    await press(/^Edit ?Deposits/)
    expect(screen.getByDisplayValue('Tenancy deposits')).toBeTruthy()
    showNewerList({ body: libraryOf(names, { ...titles, 'guides_2_Fire.pdf': 'Fire doors' }) })
    expect(await screen.findByText('Fire doors')).toBeTruthy()
  })

  test('leaves the focus in another form that the admin has opened in the meantime', async () => {
    const { promise: newList, resolve: showNewList } = deferred<{ body: object }>()
    const names = [name, 'guides_2_Fire.pdf']
    openUploads(names, {
      '/functions/get-library': [{ body: libraryOf(names) }, newList],
      '/functions/save-file-title': { body: titled },
    })
    await saveTitle()
    await press('Change law and review dates of Fire.pdf')
    const field = screen.getByLabelText('Country')
    expect(document.activeElement).toBe(field)
    showNewList({ body: libraryOf(names, { [name]: titled.title }) })
    await screen.findByRole('button', { name: /^Edit ?Deposits/ })
    expect(document.activeElement).toBe(field)
  })
})
