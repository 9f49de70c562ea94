/**
 * Returns a function that returns the value of a key, created when it is missing. Of more than `most` keys, the least recently used one
 * is dropped: hosts on the network invent addresses and names.
 */
export function openRecent<T>(most: number, create: () => T): (key: string) => T {
  const values = new Map<string, T>()
  return (key) => {
    const value = values.has(key) ? values.get(key)! : create()
    values.delete(key)
    values.set(key, value)
    if (values.size > most) for (const oldest of values.keys()) if (values.delete(oldest)) break
    return value
  }
}
