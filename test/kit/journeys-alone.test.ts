import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { journeysAlone } from './journeys-alone.ts'

const folder = 'test/journeys'
const journeys = readdirSync(folder).filter((name) => name.endsWith('.journey.ts'))

test('every journey that moves the clock, which all share, runs alone', () => {
  const moving = journeys.filter((name) =>
    /kit\/hours\.ts'|\bclock\.(?:set|at|restore)\b/.test(readFileSync(`${folder}/${name}`, 'utf8')),
  )
  expect(moving.length).toBeGreaterThan(0)
  expect(moving.filter((name) => !journeysAlone.test(name))).toEqual([])
})
