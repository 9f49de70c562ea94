import { fileURLToPath } from 'node:url'
import { openRounds } from '../rounds.ts'
import { median, pairedRatio, type Row } from '../table.ts'
import type { BenchStation, RadioStage } from './stage.ts'
import type { Join } from './station.ts'

const STATION = fileURLToPath(new URL('station.ts', import.meta.url))
const ROUNDS = 15

/** From the first authentication frame of WPA3 to the first answered packet of the internet; both access points in turn. */
export async function benchJoins({ ours, plain }: RadioStage): Promise<Row[]> {
  const [joinOurs, joinPlain] = [ours, plain].map(openJoins) as [() => Promise<Join>, () => Promise<Join>]
  const joins: { readonly ours: Join; readonly plain: Join }[] = []
  // The first round sets the address, and compiles.
  for (let round = 0; round <= ROUNDS; round++) {
    const pair =
      round % 2 === 0
        ? { ours: await joinOurs(), plain: await joinPlain() }
        : { plain: await joinPlain(), ours: await joinOurs() }
    if (round > 0) joins.push(pair)
  }
  const row = (what: string, of: (join: Join) => number, aim: string): Row => {
    const [own, other] = [joins.map((pair) => of(pair.ours)), joins.map((pair) => of(pair.plain))]
    return {
      what,
      ours: `${median(own).toFixed(0)} ms`,
      peer: `${median(other).toFixed(0)} ms`,
      ratio: pairedRatio(own, other).toFixed(2),
      aim,
    }
  }
  return [
    row(
      'first authentication frame until the first answered packet (beside hostapd and dnsmasq)',
      ({ answered }) => answered,
      '≤ 1.15',
    ),
    row('… until the station is associated', ({ associated }) => associated, ''),
    row('… from there to the lease', ({ associated, leased }) => leased - associated, ''),
    row('… from there to the answered packet', ({ leased, answered }) => answered - leased, ''),
  ]
}

function openJoins({ namespace, mac, ssid, control }: BenchStation): () => Promise<Join> {
  const join = openRounds<Join>(namespace.start([process.execPath, STATION, control, mac, ssid]))
  return () => join('')
}
