export interface Review {
  readonly id: string
  /** The review in one sentence. */
  readonly short: string
  readonly text: string
  /** The name under which the review is shown. */
  readonly name: string
  readonly role: 'Client' | 'Tenant' | 'Landlord'
  /** In stars, out of 5. */
  readonly rating: 5 | 4
  /** As it is shown: 12 June 2026. */
  readonly date: string
  /** True for a review that we wrote ourselves. Set it to `false` only for a real review with a known source. */
  readonly sample: boolean
}

/**
 * Sample reviews that show the layout. Every page marks them as samples, because presenting invented reviews
 * as real ones is a banned practice (Digital Markets, Competition and Consumers Act 2024, Schedule 20).
 */
export const reviews: readonly Review[] = [
  {
    id: 'two-branches',
    short: 'A clear answer while the tenant was still on the other line.',
    text: 'I had a tenant on one line and the chat on the other. The adviser told me which notice applied, what to write down and what not to say. Ten minutes, start to finish.',
    name: 'Letting agent, two branches',
    role: 'Client',
    rating: 5,
    date: '8 September 2026',
    sample: true,
  },
  {
    id: 'one-flat',
    short: 'I own one flat and knew nothing about deposits. Now I do.',
    text: 'The check-out report and the photographs did not match. The adviser walked me through what the scheme would look for, and the guide in the library did the rest.',
    name: 'Owner of one flat',
    role: 'Landlord',
    rating: 5,
    date: '21 July 2026',
    sample: true,
  },
  {
    id: 'lettings-manager',
    short: 'We open the library before we open a textbook.',
    text: 'Templates that are dated and say which country they are for. Our negotiators use them every week, and the compliance updates go straight into our Monday meeting.',
    name: 'Lettings manager, Wales',
    role: 'Client',
    rating: 4,
    date: '12 June 2026',
    sample: true,
  },
]
