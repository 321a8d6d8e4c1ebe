/** Says how many minutes of a pass the holder cannot use while their payment is disputed. Empty without any. */
export const disputedMinutesText = ({
  disputedMinutes,
}: {
  readonly disputedMinutes?: number | undefined
}): string =>
  disputedMinutes ? `You can’t use ${disputedMinutes} more minutes while their payment is disputed.` : ''
