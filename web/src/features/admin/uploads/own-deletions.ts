/** Paths of files and ids of videos that this page has deleted: a form that is open for one of them is closed. */
const deleted = new Set<string>()

/** Deletes an item, and records that it was deleted here. Rejects if the deletion fails. */
export const deleteHere = async (
  key: string,
  deleteItem: (key: string) => Promise<unknown>,
): Promise<void> => {
  await deleteItem(key)
  deleted.add(key)
}

/** Returns whether this page has deleted the item. */
export const isDeletedHere = (key: string): boolean => deleted.has(key)

/** Clears the recorded deletions. Tests of one file share this module, and begin with the same items. */
export const forgetDeletions = (): void => deleted.clear()
