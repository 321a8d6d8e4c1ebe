// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ReferrerStatistics } from './referrer-statistics.tsx'

afterEach(cleanup)

test('shows 50 referrers at a time, those with the most uses first', async () => {
  const links = Array.from({ length: 60 }, (_, n) => ({
    token: `token-${n}`,
    referrer_name: `Referrer ${n}`,
    used_count: n,
    created_at: '2026-11-01T09:00:00.000Z',
  }))
  render(<ReferrerStatistics links={links} />)
  // Found by selector, because computing the roles of hundreds of elements takes seconds.
  const rows = () => [...document.querySelectorAll('tbody tr')]
  expect(rows()).toHaveLength(50)
  expect(rows()[0]?.textContent).toContain('Referrer 59')
  await userEvent.click(screen.getByText('Show more of 60 referrers'))
  expect(rows()).toHaveLength(60)
  expect(screen.queryByText('Show more of 60 referrers')).toBeNull()
})
