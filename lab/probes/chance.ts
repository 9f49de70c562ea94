/** Random values from a seed. */
export interface Chance {
  /** True with this probability. */
  happens(likelihood: number): boolean
  /** Returns one of several values. */
  one<T>(of: readonly T[]): T
  /** Returns some of several values, each at most once. */
  some<T>(of: readonly T[], likelihood?: number): T[]
  /** Returns an integer of the range, both ends included. */
  between(first: number, last: number): number
}

/** Marsaglia's xorshift with 32 bits of state (Journal of Statistical Software 8/14). */
export function openChance(seed: number): Chance {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  // The first values of small seeds are similar.
  for (let i = 0; i < 16; i++) next()
  const between: Chance['between'] = (first, last) => first + Math.floor(next() * (last - first + 1))
  return {
    happens: (likelihood) => next() < likelihood,
    one: (of) => of[between(0, of.length - 1)]!,
    some: (of, likelihood = 0.5) => of.filter(() => next() < likelihood),
    between,
  }
}

/** `SEED`, or always the same: `npm run nightly` has another one each night. It is printed, so that the scenario can be repeated. */
export function chosenSeed(): number {
  const seed = Number(process.env.SEED ?? 1)
  console.log(`SEED=${seed}`)
  return seed
}
