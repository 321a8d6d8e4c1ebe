// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { freshWindow } from './fresh-window.ts'

test('removes what an earlier file has left in the window', () => {
  localStorage.setItem('key', 'value')
  sessionStorage.setItem('key', 'value')
  document.cookie = 'a=1; path=/'
  document.cookie = 'b=2; path=/'
  document.title = 'Left'
  document.documentElement.setAttribute('data-left', '')
  document.body.innerHTML = '<p class="left">Left</p>'
  document.body.className = 'left'
  window.history.replaceState(null, '', '/left?by=a#file')

  freshWindow()

  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(document.cookie).toBe('')
  expect(document.title).toBe('')
  expect(document.documentElement.outerHTML).not.toContain('eft')
  expect(window.location.href).toBe('http://localhost:3000/')
})

test('keeps the style sheets that libraries add once for all files', () => {
  const sheet = document.createElement('style')
  document.head.append(sheet)
  freshWindow()
  expect(sheet.isConnected).toBe(true)
  sheet.remove()
})
