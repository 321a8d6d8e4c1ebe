/** A list price in US dollars, before tax and after the free amount of each month. */
export interface Price {
  readonly what: string
  readonly usd: number
  readonly per: number
  readonly unit: string
  /** Units without charge, every month. */
  readonly free?: number
  readonly source: string
}

/** Date of the prices. None could be compared with the provider's page, so check them before a decision. */
export const pricesDate = '2026-11-22'

const million = 1_000_000

/**
 * US dollars a month for resources of a stage whose price does not depend on use. Each metric of an alarm counts. The
 * dashboard shows more metrics than a free one may. The metrics of an event source are charged like our own metrics.
 */
export const fixedPrices = { secret: 0.4, watchedMetric: 0.1, dashboard: 3, sourceMetric: 0.3 } as const

/**
 * Metrics that Lambda writes for an event source that reads a stream, if it asks for `EventCount`.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html#event-source-mapping-metrics
 */
export const metricsOfEventSource = 6

/** Prices of eu-west-2 (London), on demand. */
export const prices = {
  apiRequests: {
    what: 'API Gateway, HTTP API',
    usd: 1.16,
    per: million,
    unit: 'requests',
    source: 'Amazon API Gateway pricing',
  },
  lambdaRequests: {
    what: 'Lambda requests',
    usd: 0.2,
    per: million,
    unit: 'requests',
    free: million,
    source: 'AWS Lambda pricing',
  },
  lambdaTime: {
    what: 'Lambda duration, arm64',
    usd: 13.3334,
    per: million,
    unit: 'GB-seconds',
    free: 400_000,
    source: 'AWS Lambda pricing',
  },
  readUnits: {
    what: 'DynamoDB reads',
    usd: 0.1485,
    per: million,
    unit: 'read units',
    source: 'Amazon DynamoDB pricing',
  },
  writeUnits: {
    what: 'DynamoDB writes',
    usd: 0.7425,
    per: million,
    unit: 'write units',
    source: 'Amazon DynamoDB pricing',
  },
  tableStorage: {
    what: 'DynamoDB storage and recovery',
    usd: 0.535,
    per: 1,
    unit: 'GB-months',
    source: 'Amazon DynamoDB pricing',
  },
  pageRequests: {
    what: 'CloudFront requests',
    usd: 1.2,
    per: million,
    unit: 'requests',
    free: 10 * million,
    source: 'Amazon CloudFront pricing',
  },
  edgeFunctions: {
    what: 'CloudFront Functions',
    usd: 0.1,
    per: million,
    unit: 'invocations',
    free: 2 * million,
    source: 'Amazon CloudFront pricing',
  },
  pageTraffic: {
    what: 'CloudFront traffic',
    usd: 0.085,
    per: 1,
    unit: 'GB',
    free: 1000,
    source: 'Amazon CloudFront pricing',
  },
  fileTraffic: {
    what: 'S3 traffic of downloads',
    usd: 0.09,
    per: 1,
    unit: 'GB',
    free: 100,
    source: 'Amazon S3 pricing',
  },
  emails: { what: 'SES emails', usd: 0.1, per: 1000, unit: 'emails', source: 'Amazon SES pricing' },
  activeUsers: {
    what: 'Cognito active users, Essentials',
    usd: 0.015,
    per: 1,
    unit: 'users',
    free: 10_000,
    source: 'Amazon Cognito pricing',
  },
  logs: {
    what: 'CloudWatch logs',
    usd: 0.5985,
    per: 1,
    unit: 'GB',
    free: 5,
    source: 'Amazon CloudWatch pricing',
  },
  accessLogs: {
    what: 'S3 storage of access logs',
    usd: 0.024,
    per: 1,
    unit: 'GB-months',
    source: 'Amazon S3 pricing',
  },
  traces: {
    what: 'X-Ray traces',
    usd: 5,
    per: million,
    unit: 'traces',
    free: 100_000,
    source: 'AWS X-Ray pricing',
  },
  fixed: {
    what: 'Secrets, alarms and dashboard',
    usd: 19,
    per: 1,
    unit: 'months',
    source: 'AWS Secrets Manager and Amazon CloudWatch pricing',
  },
} as const satisfies Readonly<Record<string, Price>>

export type PriceName = keyof typeof prices

/** Returns the price of a month's use, beyond the free amount. */
export const priceOf = (name: PriceName, use: number): number => {
  const { usd, per, free = 0 }: Price = prices[name]
  return (Math.max(0, use - free) * usd) / per
}

/** Returns the price of a use without the free amount of a month. */
export const fullPriceOf = (name: PriceName, use: number): number => {
  const { usd, per }: Price = prices[name]
  return (use * usd) / per
}
