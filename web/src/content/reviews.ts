export interface Review {
  readonly short: string
  readonly text: string
  readonly author: string
  readonly stars: 5 | 4
  /** True for a review that we wrote ourselves. Set it to `false` only for a real review with a known source. */
  readonly sample: boolean
}

/**
 * Sample reviews that show the layout. Every page marks them as samples, because presenting invented reviews
 * as real ones is a banned practice (Digital Markets, Competition and Consumers Act 2024, Schedule 20).
 */
export const reviews: readonly Review[] = [
  {
    short: 'A clear answer while the tenant was still on the other line.',
    text: 'I had a tenant on one line and the chat on the other. The adviser told me which notice applied, what to write down and what not to say. Ten minutes, start to finish.',
    author: 'Letting agent, two branches',
    stars: 5,
    sample: true,
  },
  {
    short: 'I own one flat and knew nothing about deposits. Now I do.',
    text: 'The check-out report and the photographs did not match. The adviser walked me through what the scheme would look for, and the guide in the library did the rest.',
    author: 'Landlord with one flat',
    stars: 5,
    sample: true,
  },
  {
    short: 'We open the library before we open a textbook.',
    text: 'Templates that are dated and say which country they are for. Our negotiators use them every week, and the compliance updates go straight into our Monday meeting.',
    author: 'Lettings manager, Wales',
    stars: 4,
    sample: true,
  },
]
