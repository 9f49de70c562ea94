import { createHash } from 'node:crypto'

/** The variable by which the virtual machine is given the outcome of `measureSpeed` outside of it. */
export const SPEED_OUTSIDE = 'SALLYPORT_SPEED_OUTSIDE'
const ROUNDS = 3000

/** The processor time in milliseconds of a computation like the daemon's: objects, texts, maps. */
export function measureSpeed(): number {
  const round = (seed: number): number => {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      mac: `02:00:00:00:00:${at}`,
      rate: at * seed,
      flags: '[AUTH]',
    }))
    const text = JSON.stringify(rows)
    const byMac = new Map((JSON.parse(text) as typeof rows).map((row) => [row.mac, row.rate]))
    return byMac.size + createHash('sha256').update(text).digest()[0]!
  }
  let sum = 0
  // Compiled by then.
  for (let at = 0; at < ROUNDS; at++) sum += round(at)
  const before = process.cpuUsage()
  for (let at = 0; at < ROUNDS; at++) sum += round(at)
  const { user, system } = process.cpuUsage(before)
  return sum > 0 ? (user + system) / 1000 : Number.NaN
}
