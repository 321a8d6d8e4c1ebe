import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../playwright.config.ts'

const folder = 'test/journeys'
const journeys = readdirSync(folder).filter((name) => name.endsWith('.journey.ts'))
const alone = config.projects?.find(({ name }) => name === 'alone')?.testMatch

test('every journey that moves the clock, which all share, runs alone', () => {
  if (!(alone instanceof RegExp)) throw new Error('The journeys that run alone have no pattern')
  const moving = journeys.filter((name) =>
    /kit\/hours\.ts'|\bclock\.(?:set|at|restore)\b/.test(readFileSync(`${folder}/${name}`, 'utf8')),
  )
  expect(moving.length).toBeGreaterThan(0)
  expect(moving.filter((name) => !alone.test(name))).toEqual([])
})
