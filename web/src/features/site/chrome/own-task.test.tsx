// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'preact-render-to-string'
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { hydrateInTasks, hydrationEnd } from '#web/lib/hydration.ts'
import { nextTask } from '#web/lib/next-task.ts'
import { OwnTask } from './own-task.tsx'

afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

/** A button that counts its presses. Reports when it is hydrated. */
const Counter = ({
  name,
  onHydrated,
}: {
  readonly name: string
  readonly onHydrated: (name: string) => void
}) => {
  const [count, setCount] = useState(0)
  useEffect(() => onHydrated(name), [name, onHydrated])
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

const tree = (onHydrated: (name: string) => void) => (
  <>
    <OwnTask>
      <Counter name="header" onHydrated={onHydrated} />
    </OwnTask>
    <Counter name="frame" onHydrated={onHydrated} />
    <OwnTask>
      <Counter name="page" onHydrated={onHydrated} />
    </OwnTask>
  </>
)

const prerender = () => {
  document.body.innerHTML = `<div>${renderToString(tree(() => {}))}</div>`
  const root = document.querySelector('div')
  if (!root) throw new Error('The root is missing')
  return root
}

test('each part is hydrated in a task of its own, in the order of the document', async () => {
  const root = prerender()
  const hydrated: string[] = []
  void hydrateInTasks(() =>
    hydrateRoot(
      root,
      tree((name) => hydrated.push(name)),
    ),
  )
  const afterTasks: string[][] = []
  for (let task = 0; task < 3; task += 1) {
    await nextTask()
    afterTasks.push([...hydrated])
  }
  expect(afterTasks).toEqual([['frame'], ['frame', 'header'], ['frame', 'header', 'page']])
})

test('the elements stay as they were prerendered until they work', async () => {
  const root = prerender()
  const before = screen.getAllByRole('button')
  const end = hydrateInTasks(() =>
    hydrateRoot(
      root,
      tree(() => {}),
    ),
  )
  expect(screen.getAllByRole('button')).toEqual(before)
  expect(hydrationEnd()).toBeDefined()
  await end
  expect(hydrationEnd()).toBeUndefined()
  const after = screen.getAllByRole('button')
  after.forEach((button, index) => expect(button).toBe(before[index]))
  for (const button of after) act(() => button.click())
  expect(after.map(({ textContent }) => textContent)).toEqual(['header 1', 'frame 1', 'page 1'])
})

test('a part that is rendered again while it waits is hydrated once', async () => {
  const root = prerender()
  const before = screen.getAllByRole('button')
  let app: ReturnType<typeof hydrateRoot> | undefined
  const end = hydrateInTasks(() => {
    app = hydrateRoot(
      root,
      tree(() => {}),
    )
  })
  act(() => app?.render(tree(() => {})))
  await end
  const after = screen.getAllByRole('button')
  after.forEach((button, index) => expect(button).toBe(before[index]))
  for (const button of after) act(() => button.click())
  expect(after.map(({ textContent }) => textContent)).toEqual(['header 1', 'frame 1', 'page 1'])
})

test('a part that fails leaves the others', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const root = prerender()
  const Failing = () => {
    throw new Error('This part has a defect')
  }
  const parts = (
    <>
      <OwnTask>
        <Failing />
      </OwnTask>
      <Counter name="frame" onHydrated={() => {}} />
      <OwnTask>
        <Counter name="page" onHydrated={() => {}} />
      </OwnTask>
    </>
  )
  await hydrateInTasks(() => hydrateRoot(root, parts))
  const buttons = screen.getAllByRole('button')
  for (const button of buttons) act(() => button.click())
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['frame 1', 'page 1'])
})

test('what was not prerendered is shown immediately', () => {
  render(tree(() => {}))
  expect(screen.getAllByRole('button')).toHaveLength(3)
})
