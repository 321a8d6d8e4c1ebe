import { type InboxRecord, openOrder } from '#platform/table/inbox.ts'
import { keys } from '#platform/table/keys.ts'
import { update, type Write } from '#platform/table/write.ts'

/**
 * Replaces the state, kind, due day, acknowledgement and answers of an item. Fails with the outcome `conflict` if the item has
 * changed since it was read.
 */
export const stateWrite = (before: InboxRecord, after: InboxRecord, now: Date): Write<'conflict'> => {
  const position =
    after.state === 'open'
      ? openOrder(after)
      : keys.inboxOf(
          after.state,
          after.state === before.state ? before.gsi1sk : `${now.toISOString()}#${after.id}`,
        )
  const optional = {
    acknowledged_at: after.acknowledged_at,
    reopened_at: after.reopened_at,
    answered_elsewhere: after.answered_elsewhere,
    answers: after.answers,
  }
  const present = Object.entries(optional).filter(([, value]) => value !== undefined)
  const removed = Object.entries(optional).flatMap(([name, value]) => (value === undefined ? [name] : []))
  const set = [
    '#state = :state',
    'kind = :kind',
    'due_on = :due',
    'gsi1pk = :pk',
    'gsi1sk = :sk',
    ...present.map(([name]) => `${name} = :${name}`),
  ]
  return update(
    keys.inboxItem(before.id),
    `SET ${set.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
    {
      // The position contains the due day or the time of the last change, so it differs after every other change.
      onlyIf: '#state = :before AND kind = :kind_before AND asked_at = :asked AND gsi1sk = :position',
      names: { '#state': 'state' },
      values: {
        ':before': before.state,
        ':kind_before': before.kind,
        ':asked': before.asked_at,
        ':position': before.gsi1sk,
        ':state': after.state,
        ':kind': after.kind,
        ':due': after.due_on,
        ':pk': position.gsi1pk,
        ':sk': position.gsi1sk,
        ...Object.fromEntries(present.map(([name, value]) => [`:${name}`, value])),
      },
      otherwise: 'conflict',
    },
  )
}
