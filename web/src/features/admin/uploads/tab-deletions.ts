/** Paths of files and ids of videos deleted in this tab: a form that is open for one of them is closed. */
const deleted = new Set<string>()

/** Deletes an item, and records that this tab deleted it. Rejects if the deletion fails. */
export const deleteInThisTab = async (
  key: string,
  deleteItem: (key: string) => Promise<unknown>,
): Promise<void> => {
  await deleteItem(key)
  deleted.add(key)
}

/** Returns whether this tab has deleted the item. */
export const wasDeletedInThisTab = (key: string): boolean => deleted.has(key)

/** Clears the recorded deletions. Tests of one file share this module, and begin with the same items. */
export const forgetDeletions = (): void => deleted.clear()
