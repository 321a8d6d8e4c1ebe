// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { ShowMore } from './show-more.tsx'

inFreshBrowser()

const names = ['Asha', 'Bryn', 'Cerys', 'Dev', 'Efa']

const Example = ({ inTable }: { inTable: boolean }) => {
  const [shown, setShown] = useState(2)
  const rows = names.slice(0, shown)
  return (
    <>
      {inTable ? (
        <DataTable
          caption="Names"
          rows={rows}
          rowKey={(name) => name}
          columns={[{ label: 'Name', cell: (name) => name }]}
        />
      ) : (
        <ul>
          {rows.map((name) => (
            <li key={name}>
              <button type="button">{name}</button>
            </li>
          ))}
        </ul>
      )}
      {shown < names.length ? (
        <ShowMore shown={shown} onPress={() => setShown(shown + 2)}>
          Show more
        </ShowMore>
      ) : null}
    </>
  )
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Show more' }))
const focused = () => document.activeElement?.textContent

describe('the button that shows more rows', () => {
  test.each([
    ['the first control of the first new row', false],
    ['the first new row of a table without controls', true],
  ])('keeps the focus until its last press, which moves it to %s', async (_place, inTable) => {
    showPage('/admin', <Example inTable={inTable} />)
    await press()
    // Waits for longer than the focus takes to move.
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(focused()).toBe('Show more')
    await press()
    await waitFor(() => expect(focused()).toBe('Efa'))
  })

  test('has its current text in a page that a browser has translated', () => {
    const button = (text: string) => (
      <ShowMore shown={2} onPress={() => undefined}>
        {text}
      </ShowMore>
    )
    const { rerender } = render(button('Show more of 41 rows'))
    translatePage()
    rerender(button('Show more of 40 rows'))
    expect(screen.getByRole('button').textContent).toBe('Show more of 40 rows')
  })
})
