import { expect, test } from 'vitest'
import { createFaults } from './faults.ts'

test('a fault that names nothing fails as the service itself would', () => {
  const faults = createFaults()
  faults.set([{ service: 'dynamodb', action: 'PutItem', times: 1 }])
  expect(faults.take('dynamodb', 'GetItem')).toBeUndefined()
  expect(faults.take('dynamodb', 'PutItem')?.error).toBe('InternalServerError')
  expect(faults.take('dynamodb', 'PutItem')).toBeUndefined()
})

test('a late call and a lost answer need no error', () => {
  const faults = createFaults()
  faults.set([
    { service: 's3', action: '*', delayMs: 5 },
    { service: 'ses', action: '*', dropResponse: true },
  ])
  expect(faults.take('s3', 'GetObject')?.error).toBeUndefined()
  expect(faults.take('ses', 'SendEmail')?.error).toBeUndefined()
})
