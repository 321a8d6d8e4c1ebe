/**
 * Waits until all tasks have ended, even if one fails, and returns their results like `Promise.all`. A build removes its
 * folders after a failure, and no task may write into them then.
 *
 * @throws the error of the first task in the list that failed
 */
export const whenAllEnd = async <const T extends readonly Promise<unknown>[]>(
  tasks: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> => {
  await Promise.allSettled(tasks)
  return Promise.all(tasks)
}
