/**
 * The parameters of the SDK that decide the endpoint. The others only matter for settings that functions do not use.
 */
interface EndpointParameters {
  /** From the variable AWS_ENDPOINT_URL, which only the local cloud sets. */
  readonly Endpoint?: string | undefined
  readonly Region?: string | undefined
}

interface DynamoDbEndpoint {
  readonly url: URL
  readonly properties: object
  readonly headers: Record<string, string[]>
}

/** Returns the endpoint of DynamoDB in a region, as the SDK's rules do. */
export const defaultEndpointResolver = ({ Endpoint, Region = '' }: EndpointParameters): DynamoDbEndpoint => {
  const domain = Region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return { url: new URL(Endpoint ?? `https://dynamodb.${Region}.${domain}`), properties: {}, headers: {} }
}
