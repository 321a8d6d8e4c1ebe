interface KeyElement {
  readonly AttributeName: string
  readonly KeyType: string
}

interface Index {
  readonly IndexName: string
  readonly KeySchema: readonly KeyElement[]
  readonly Projection: object
}

/** The supported properties of an `AWS::DynamoDB::Table` (or GlobalTable). */
export interface TableProperties {
  readonly KeySchema: readonly KeyElement[]
  readonly AttributeDefinitions: readonly { readonly AttributeName: string; readonly AttributeType: string }[]
  readonly GlobalSecondaryIndexes?: readonly Index[]
  readonly LocalSecondaryIndexes?: readonly Index[]
  readonly StreamSpecification?: { readonly StreamViewType?: string }
  readonly TimeToLiveSpecification?: {
    readonly AttributeName?: string
    /** CloudFormation also allows the text `true`. */
    readonly Enabled: boolean | string
  }
}

const indexInput = ({ IndexName, KeySchema, Projection }: Index) => ({ IndexName, KeySchema, Projection })

/**
 * Builds the input of CreateTable for a table of the template. Always billed on demand: capacity is not
 * emulated.
 */
export const createTableInput = (name: string, properties: TableProperties): object => {
  const view = properties.StreamSpecification?.StreamViewType
  const { GlobalSecondaryIndexes: global, LocalSecondaryIndexes: local } = properties
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    ...(global?.length ? { GlobalSecondaryIndexes: global.map(indexInput) } : {}),
    ...(local?.length ? { LocalSecondaryIndexes: local.map(indexInput) } : {}),
    ...(view ? { StreamSpecification: { StreamEnabled: true, StreamViewType: view } } : {}),
  }
}

/** Returns the attribute with the time to live, in seconds since the epoch, or undefined if the table has none. */
export const timeToLiveAttribute = (properties: TableProperties): string | undefined => {
  const specification = properties.TimeToLiveSpecification
  return String(specification?.Enabled) === 'true' ? specification?.AttributeName : undefined
}
