// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { openUploads } from './testing/uploads-page.tsx'

inFreshBrowser()

/** Searches the uploads of a library with two guides, before any timer runs. */
const search = async (text: string): Promise<HTMLInputElement> => {
  openUploads(['guides_1_Gas.pdf', 'guides_2_Deposit.pdf'])
  await screen.findByText('2 of 2 files')
  const field = screen.getByLabelText<HTMLInputElement>(/^Search titles/)
  fireEvent.input(field, { target: { value: text } })
  await Promise.resolve()
  return field
}

const row = (name: string) => screen.queryByLabelText(`Select ${name}`)

describe('the search of the uploads', () => {
  test('changes the lists once an admin has stopped typing, because long ones hold up the next key', async () => {
    const field = await search('gas')
    expect(field.value).toBe('gas')
    expect(row('Deposit.pdf')).toBeTruthy()
    await waitFor(() => expect(row('Deposit.pdf')).toBeNull())
    expect(row('Gas.pdf')).toBeTruthy()
    expect(field.value).toBe('gas')
  })

  test('selects what was typed last, even before the lists have changed', async () => {
    await search('gas')
    fireEvent.click(screen.getByRole('button', { name: 'Select all files found' }))
    expect(await screen.findByText('1 file selected')).toBeTruthy()
  })
})
