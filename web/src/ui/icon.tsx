import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

export interface IconProps {
  readonly name: IconName
  /** Width and height in pixels at the usual text size. The icon grows with the text. */
  readonly size?: number
  readonly className?: string | undefined
}

/** A line icon in the colour of the text. Always decorative: the text beside it has the meaning. */
export const Icon = ({ name, size = 20, className }: IconProps) => (
  <svg
    className={className}
    width={`${size / 16}rem`}
    height={`${size / 16}rem`}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={iconPaths[name]} />
  </svg>
)
