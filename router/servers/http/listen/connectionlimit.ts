/** Limits connections, in all and for each address. When all places are taken, the address with the most loses its oldest. */
export interface ConnectionLimit<T> {
  /** Admits a connection. False when its address has as many as it may have. */
  admit(address: string, connection: T): boolean
  remove(address: string, connection: T): void
}

interface Limits<T> {
  readonly total: number
  readonly perAddress: number
  /** Closes a connection that had to make room for another. It is removed already. */
  readonly evict: (connection: T) => void
}

export function openConnectionLimit<T>({ total, perAddress, evict }: Limits<T>): ConnectionLimit<T> {
  const connections = new Map<string, Set<T>>()
  let size = 0

  const remove = (address: string, connection: T): void => {
    const own = connections.get(address)
    if (!own?.delete(connection)) return
    size--
    if (own.size === 0) connections.delete(address)
  }

  const makeRoom = (): void => {
    const [address, own] = [...connections].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    const [oldest] = own
    remove(address, oldest as T)
    evict(oldest as T)
  }

  return {
    admit(address, connection) {
      const own = connections.get(address) ?? new Set()
      if (own.size >= perAddress) return false
      connections.set(address, own.add(connection))
      size++
      if (size > total) makeRoom()
      return true
    },
    remove,
  }
}
