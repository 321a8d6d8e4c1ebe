import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda'

/** The event of an operation. The authorizer's claims are absent on public routes. */
export type Event = APIGatewayProxyEventV2WithJWTAuthorizer

/** The client of a request. */
export interface Client {
  /** The IPv4 address, or the /64 network of the IPv6 address. For rate limits only. */
  readonly address: string
}

/** Returns a request header by its lower-case name. */
export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.headers[name] ?? event.headers[name.toLowerCase()]

/** Returns the body exactly as it was sent. Webhook signatures are computed over these bytes. */
export const bodyBytes = (event: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8')

/** Returns the client's address for rate limits, without the port that CloudFront appends. */
export const clientOf = (event: APIGatewayProxyEventV2): Client => ({
  address: networkOf(
    headerOf(event, 'cloudfront-viewer-address')?.replace(/:\d+$/, '') ?? event.requestContext.http.sourceIp,
  ),
})

/**
 * Returns the network whose requests are counted together: an IPv4 address itself, and the first 64 bits of an IPv6
 * address. One connection usually has all 2^64 addresses of such a network (RFC 6177), so a limit for each address
 * would have no effect.
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  const network = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}

/**
 * Returns a wider network, for times when an operation receives too many requests: an IPv4 address itself, and the
 * first 48 bits of an IPv6 network, because providers give a customer up to 2^16 networks of 64 bits (RFC 6177).
 *
 * @param network a result of `networkOf`
 */
export const wideNetworkOf = (network: string): string =>
  network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
