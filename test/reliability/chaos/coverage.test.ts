import { describe, expect, test } from 'vitest'
import { functions } from '#lib/functions.ts'
import { schedules } from './schedules.ts'

describe('the journeys', () => {
  test('run every scheduled function', () => {
    const scheduled = functions.flatMap(({ name, source }) => ('schedule' in source ? [name] : []))
    expect(Object.keys(schedules).toSorted()).toEqual(scheduled.toSorted())
  })
})
