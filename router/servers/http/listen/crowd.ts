/** Places that anybody may take, of which no address has all: when they run out, whoever holds most makes room. */
export interface Crowd<T> {
  /** Take a place. False when this address has as many as it may. */
  enter(address: string, one: T): boolean
  leave(address: string, one: T): void
}

interface Rules<T> {
  readonly most: number
  readonly each: number
  /** It has lost its place: the oldest one of the address that held most. */
  readonly showOut: (one: T) => void
}

export function openCrowd<T>({ most, each, showOut }: Rules<T>): Crowd<T> {
  const places = new Map<string, Set<T>>()
  let size = 0

  const leave = (address: string, one: T): void => {
    const own = places.get(address)
    if (!own?.delete(one)) return
    size--
    if (own.size === 0) places.delete(address)
  }

  const makeRoom = (): void => {
    const [address, held] = [...places].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    const [oldest] = held
    leave(address, oldest as T)
    showOut(oldest as T)
  }

  return {
    enter(address, one) {
      const own = places.get(address) ?? new Set()
      if (own.size >= each) return false
      places.set(address, own.add(one))
      size++
      if (size > most) makeRoom()
      return true
    },
    leave,
  }
}
