import { describe, expect, test } from 'vitest'
import { createFaults } from './faults.ts'

describe('createFaults', () => {
  test('gives a fault without an effect the internal error of its service', () => {
    const faults = createFaults()
    faults.set([{ service: 'dynamodb', action: 'PutItem', times: 1 }])
    expect(faults.take('dynamodb', 'GetItem')).toBeUndefined()
    expect(faults.take('dynamodb', 'PutItem')?.error).toBe('InternalServerError')
    expect(faults.take('dynamodb', 'PutItem')).toBeUndefined()
  })

  test('adds no error to a delay or a dropped response', () => {
    const faults = createFaults()
    faults.set([
      { service: 's3', action: '*', delayMs: 5 },
      { service: 'ses', action: '*', dropResponse: true },
    ])
    expect(faults.take('s3', 'GetObject')?.error).toBeUndefined()
    expect(faults.take('ses', 'SendEmail')?.error).toBeUndefined()
  })
})
