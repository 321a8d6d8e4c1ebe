// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import NumbersSection from './numbers-section.tsx'

inFreshBrowser()

const month = (name: string, facts: object = {}) => ({
  month: name,
  joined: 0,
  left: 0,
  incomeMinor: 0,
  returnedMinor: 0,
  passesSold: 0,
  chats: 0,
  ticketsOnTime: 0,
  ticketsLate: 0,
  referrals: 0,
  ...facts,
})
const figures = {
  computedAt: '2027-03-02T03:30:00.000Z',
  members: { monthly: 1200, annual: 7 },
  months: [
    month('2027-02', { incomeMinor: 1_250_000, returnedMinor: 5000, ticketsOnTime: 9, ticketsLate: 1 }),
    month('2027-03', { joined: 4, left: 2, incomeMinor: 5000, passesSold: 3, ticketsLate: 1 }),
  ],
}
const failing = { status: 500, body: { error: { code: 'internal', message: 'Something went wrong.' } } }

const open = (reply: Parameters<typeof fakeServer>[0][string]) => {
  signedInAs({ sub: 'admin-1' })
  fakeServer({ '/functions/get-numbers': reply })
  showPage(`${paths.admin}/numbers`, <NumbersSection />)
}

describe('numbers', () => {
  test('show the current month, and a chart with a table of every figure', async () => {
    open({ body: figures })
    expect(await screen.findByText('1,200')).toBeTruthy()
    const fact = (label: string) => screen.getByText(label).parentElement?.textContent
    expect(fact('Income in March 2027')).toBe('Income in March 2027£50.00')
    expect(fact('Questions answered on time in March 2027')).toMatch(/20270 of 1$/)
    expect(fact('Referral sign-ups in March 2027')).toMatch(/20270$/)
    expect(
      screen.getByRole('img', { name: /^Bar chart\. Income by month.*£12,450\.00 \(February 2027\)/ }),
    ).toBeTruthy()
  })

  test('have tables with what remains of the income, and captions that name every column', async () => {
    open({ body: figures })
    const table = await screen.findByRole('table', {
      name: 'Payments, refunds and income by month',
      hidden: true,
    })
    const texts = (role: string) =>
      within(table)
        .getAllByRole(role, { hidden: true })
        .map(({ textContent }) => textContent)
    expect(texts('columnheader')).toEqual(['Month', 'Paid', 'Refunded or disputed', 'Income'])
    expect(texts('cell')).toContain('£12,450.00')
    for (const name of [
      'Members who joined and left by month',
      'Questions in tickets answered on time and late by month',
    ])
      expect(screen.getByRole('table', { name, hidden: true })).toBeTruthy()
  })

  test('say that more was refunded than paid', async () => {
    open({ body: { ...figures, months: [month('2027-03', { returnedMinor: 5000 })] } })
    expect(await screen.findByText('No month is above zero. See the figures below.')).toBeTruthy()
  })

  test('name the highest month of a chart, and say where there is nothing to draw', async () => {
    const earlier = ['07', '08', '09', '10', '11', '12'].map((number) => month(`2026-${number}`))
    const months = [...earlier, month('2027-01'), ...figures.months]
    open({ body: { ...figures, months } })
    expect(await screen.findByText('Highest: £12,450.00 (February 2027)')).toBeTruthy()
    expect(screen.getAllByText('None in this period.')).toHaveLength(2)
    expect(screen.queryByRole('img', { name: /^Bar chart\. Chats/ })).toBeNull()
  })

  test('say that there are none before the first night', async () => {
    open({ body: { ...figures, computedAt: null, months: [] } })
    expect(await screen.findByText(/^No numbers yet/)).toBeTruthy()
  })

  test('can be loaded again after a failure', async () => {
    open([failing, { body: figures }])
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    const table = await screen.findByRole('table', { name: /^Questions in tickets answered on time/ })
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['MonthOn timeLate', 'March 202701', 'February 202791'])
  })
})
