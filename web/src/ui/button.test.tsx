// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const show = (loading: boolean) => <Button loading={loading}>Save</Button>

describe('Button', () => {
  test('keeps the focus while loading', () => {
    const { rerender } = render(show(false))
    button().focus()
    rerender(show(true))
    expect(button().disabled).toBe(false)
    expect(button().getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button())
  })

  test('ignores presses while loading', async () => {
    const press = vi.fn<() => void>()
    render(
      <Button loading onClick={press}>
        Save
      </Button>,
    )
    await userEvent.click(button())
    button().focus()
    await userEvent.keyboard('{Enter} ')
    expect(press).not.toHaveBeenCalled()
  })

  test('does not submit its form while loading, even by the Enter key in a field', async () => {
    const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    document.addEventListener('submit', submit, { once: true })
    render(
      <form>
        <input />
        <Button type="submit" loading>
          Save
        </Button>
      </form>,
    )
    await userEvent.type(screen.getByRole('textbox'), 'Text{Enter}')
    await userEvent.click(button())
    document.removeEventListener('submit', submit)
    expect(submit).not.toHaveBeenCalled()
  })

  test('keeps the focus and ignores presses with aria-disabled, without a spinner', async () => {
    const press = vi.fn<() => void>()
    render(
      <Button aria-disabled onClick={press}>
        Save
      </Button>,
    )
    button().focus()
    await userEvent.keyboard('{Enter} ')
    expect(press).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-busy')).toBeNull()
  })

  test('stays disabled while loading if it is disabled', () => {
    render(
      <Button loading disabled>
        Save
      </Button>,
    )
    expect(button().disabled).toBe(true)
  })
})
