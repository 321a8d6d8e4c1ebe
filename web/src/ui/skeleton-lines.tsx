import { Skeleton } from './skeleton.tsx'

const lineWidths = ['70%', '40%', '60%', '45%'] as const

/** Placeholders for lines of text of different lengths. A text nearby must say that they are loading. */
export const SkeletonLines = ({ count }: { readonly count: number }) =>
  Array.from({ length: count }, (_, line) => (
    <Skeleton key={line} width={lineWidths[line % lineWidths.length]} />
  ))
