import type { Row } from '../table.ts'
import { rowsOfAdding, timeAdding } from './adding.ts'
import { measureBurden, rowsOfBurden } from './many.ts'
import { growBoth, openOwnStage, openPlainStage } from './stage.ts'
import { rowsOfTransfers, timeTransfers } from './throughput.ts'

const SIZES = [10, 1000] as const

/**
 * The VPN server beside a link of WireGuard that is set up by hand, with the same implementation of WireGuard: throughput and
 * processor time, and adding a peer, with few and with many peers.
 */
export async function benchVpn(): Promise<Row[]> {
  const [own, plain] = [await openOwnStage(), await openPlainStage()]
  const rows: Row[] = []
  const burdens: Awaited<ReturnType<typeof measureBurden>>[] = []
  let peers = 1
  for (const size of SIZES) {
    await growBoth(own, plain, peers, size)
    peers = size
    rows.push(...rowsOfTransfers(size, await timeTransfers(own, plain)))
    rows.push(...rowsOfAdding(size, await timeAdding(own, plain)))
    burdens.push(await measureBurden(own.daemon))
  }
  await own.daemon.daemon.stop()
  return [...rows, ...rowsOfBurden(burdens[0]!, burdens[1]!, SIZES)]
}
