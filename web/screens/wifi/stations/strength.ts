/** How good a signal is. Below -75 dBm connections become unreliable. */
export type Strength = 'great' | 'good' | 'fair' | 'weak'

export function strengthOf(dbm: number): Strength {
  if (dbm >= -55) return 'great'
  if (dbm >= -67) return 'good'
  return dbm >= -75 ? 'fair' : 'weak'
}
