// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { idle } from '../session-state.ts'
import { SessionBanners } from './session-banners.tsx'

inFreshBrowser()

const waiting = { kind: 'pass', guestKey: 'key-1', endsAt: null, useBy: null, minutes: 60 } as const

test('the banners of a waiting pass state all of its minutes', () => {
  render(
    <SessionBanners
      access={{ ...waiting, repliedAt: '2026-11-20T11:00:00Z' }}
      session={{ ...idle, inConversation: true }}
      end={null}
      isOpen
    />,
  )
  expect(screen.getByText(/^Your 60 minutes haven’t started/)).toBeTruthy()
  expect(screen.getByText(/so your 60 minutes haven’t started/)).toBeTruthy()
})

test.each([
  ['ready', 'The chat window is on this page. You can visit other pages while you chat.'],
  ['idle', 'Open the chat window to read the replies and to write.'],
] as const)('the banner of a conversation whose chat is %s says where it is', (phase, text) => {
  render(
    <SessionBanners
      access={{ ...waiting, repliedAt: null }}
      session={{ ...idle, phase, inConversation: true }}
      end={null}
      isOpen
    />,
  )
  expect(screen.getByText(text)).toBeTruthy()
})

test('a chat that has ended with its pass is not called active while the browser is offline', () => {
  const end = '2020-11-20T11:30:00Z'
  render(
    <SessionBanners
      access={{ ...waiting, endsAt: end, repliedAt: null }}
      session={{ ...idle, phase: 'ready', hasEnded: true, isOver: true }}
      end={end}
      isOpen
    />,
  )
  expect(screen.getByText('Your session is over')).toBeTruthy()
  expect(screen.queryByText('Session Active')).toBeNull()
  expect(screen.queryByText('The conversation has ended')).toBeNull()
})
