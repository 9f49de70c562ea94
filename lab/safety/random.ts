/** Numbers that look random and are the same for the same seed. */
export interface Random {
  readonly seed: number
  /** From 0 up to, and without, `end`. */
  below(end: number): number
  pick<T>(from: readonly T[]): T
  /** Each of them or not. */
  some<T>(from: readonly T[]): T[]
}

/** Mulberry32: 32 bits of state are plenty for a choice of what to try next. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    seed,
    below,
    pick: (from) => from[below(from.length)]!,
    some: (from) => from.filter(() => below(2) === 1),
  }
}

/** The given seed, or a new one. */
export const seedFrom = (text: string | undefined): number =>
  text === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(text) >>> 0
