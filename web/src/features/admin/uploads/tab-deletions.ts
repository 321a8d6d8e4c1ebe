/**
 * Paths of files and ids of videos that this tab has deleted, or found deleted by another admin when it saved a change: a
 * form that is open for one of them is closed.
 */
const deleted = new Set<string>()

/** Records that an item is deleted. */
export const recordDeletion = (key: string): void => {
  deleted.add(key)
}

/** Deletes an item, and records that it is deleted. Rejects if the deletion fails. */
export const deleteInThisTab = async (
  key: string,
  deleteItem: (key: string) => Promise<unknown>,
): Promise<void> => {
  await deleteItem(key)
  recordDeletion(key)
}

/** Returns whether this tab knows that the item is deleted. */
export const isKnownAsDeleted = (key: string): boolean => deleted.has(key)

/** Clears the recorded deletions. For tests: all tests of a file share this module and begin with the same items. */
export const forgetDeletions = (): void => deleted.clear()
