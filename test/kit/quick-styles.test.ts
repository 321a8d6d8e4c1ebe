// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { quickStyles } from './quick-styles.ts'

const quick = quickStyles(window.getComputedStyle)

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

const elements =
  'a address article aside audio b base blockquote br button caption center code col colgroup datalist dd details dialog dir div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input label legend li link main menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby script search section select slot small span strong style summary svg table tbody td template textarea tfoot th thead time title tr track u ul video wbr x-made-up'.split(
    ' ',
  )

const attributes = ['', 'hidden', 'open', 'popover', 'type="hidden"', 'type="checkbox"']

const styles = ['', 'display: none', 'display: grid', 'visibility: hidden', 'pointer-events: none']

const expectSame = (element: Element): void => {
  const [own, expected] = [quick(element), window.getComputedStyle(element)]
  for (const name of ['display', 'visibility', 'pointerEvents'] as const)
    expect(own[name], `${name} of ${element.outerHTML}`).toBe(expected[name])
  for (const name of ['display', 'pointer-events'])
    expect(own.getPropertyValue(name), `${name} of ${element.outerHTML}`).toBe(
      expected.getPropertyValue(name),
    )
}

const add = (name: string, attribute: string, parent: Element = document.body): Element => {
  const template = document.createElement('div')
  template.innerHTML = `<i ${attribute}></i>`
  const element = document.createElement(name)
  for (const { name: key, value } of template.firstElementChild?.attributes ?? [])
    element.setAttribute(key, value)
  parent.append(element)
  return element
}

describe('quick styles', () => {
  test.each(elements)('equal the styles of jsdom for %s', (name) => {
    for (const attribute of attributes) {
      // Compared twice, because the second element of a kind is not computed.
      expectSame(add(name, attribute))
      expectSame(add(name, attribute))
    }
  })

  test('equal the styles of jsdom below elements with a style of their own', () => {
    for (const style of styles) {
      const parent = add('div', `style="${style}"`)
      expectSame(parent)
      for (const own of styles) expectSame(add('span', `style="${own}"`, parent))
      expectSame(add('td', '', add('tr', 'hidden', parent)))
    }
  })

  test('follow a changed style', () => {
    const element = document.createElement('p')
    document.body.append(element)
    expectSame(element)
    element.style.display = 'none'
    expectSame(element)
    element.style.display = ''
    element.hidden = true
    expectSame(element)
  })

  describe('in a document with a style sheet', () => {
    const addSheet = (text: string): CSSStyleSheet | null => {
      const style = document.createElement('style')
      style.textContent = text
      document.head.append(style)
      return style.sheet
    }

    test('equal the styles of jsdom, also for elements that inherit from one with a rule', () => {
      addSheet(
        'p { display: none } div, [data-still] * { pointer-events: none } .ghost { visibility: hidden }',
      )
      addSheet('b { display: block } i { color: red }')
      expectSame(add('p', ''))
      expectSame(add('b', ''))
      expectSame(add('span', '', add('div', '')))
      expectSame(add('i', '', add('a', '', add('section', 'data-still'))))
      expectSame(add('i', '', add('a', '', add('section', 'class="ghost"'))))
    })

    test('equal the styles of jsdom for rules inside another rule', () => {
      addSheet('@media all { p { display: none } } @media print { b { display: grid } }')
      expectSame(add('p', ''))
      expectSame(add('b', ''))
    })

    test('follow a sheet that gets another rule, and its removal', () => {
      const sheet = addSheet('i { display: grid }')
      const [text, italic] = [add('p', ''), add('i', '')]
      expectSame(text)
      expectSame(italic)
      sheet?.insertRule('p { display: none }', 0)
      expectSame(text)
      document.head.innerHTML = ''
      expectSame(text)
      expectSame(italic)
    })
  })

  test('have the other properties and the methods of a declaration', () => {
    const body = add('p', 'style="color: red; margin: 1px !important"')
    expect(quick(body).color).toBe('rgb(255, 0, 0)')
    expect(quick(body).getPropertyPriority('margin-top')).toBe('important')
  })
})
