import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRounds } from '../rounds.ts'
import { SERVER } from '../stage.ts'
import { median, type Row } from '../table.ts'
import { addPeer, admit, type OwnStage, type PlainStage, setPeer, type VpnStage } from './stage.ts'

const WG_SET = fileURLToPath(new URL('wg-set.ts', import.meta.url))
const ROUNDS = 15

export interface Added {
  /** Until the call is answered, or the command has ended. */
  readonly ms: number
  /** From the first packet of the peer until it is answered; the handshake precedes it. */
  readonly firstPacketMs: number
}

/** A machine is removed and added as a peer again, in turn on both sides. */
export async function timeAdding(own: OwnStage, plain: PlainStage): Promise<{ ours: Added[]; theirs: Added[] }> {
  const command = openRounds<{ ms: number }>(plain.router.start([process.execPath, WG_SET]))
  const [ours, theirs]: [Added[], Added[]] = [[], []]
  const remove = ['wg', 'set', 'wg0', 'peer', plain.key, 'remove'].join(' ')
  const add = setPeer(plain.key, plain.presharedKeyFile).join(' ')
  // The first round compiles.
  for (let round = 0; round <= ROUNDS; round++) {
    await own.daemon.api('/plugins/wireguard/peer', { PublicKey: own.key }, 'DELETE')
    await admit(own)
    await restartPeer(own)
    const began = performance.now()
    await addPeer(own, own.config.Peer.PresharedKey)
    const ms = performance.now() - began
    const firstPacketMs = await firstPacket(own)
    await command(remove)
    await restartPeer(plain)
    const set = await command(add)
    const first = await firstPacket(plain)
    if (round === 0) continue
    ours.push({ ms, firstPacketMs })
    theirs.push({ ms: set.ms, firstPacketMs: first })
  }
  return { ours, theirs }
}

/** Sets the same configuration again: the machine loses its session, and starts the next one with its next packet. */
const restartPeer = ({ road }: VpnStage): Promise<string> =>
  road.run(['wg', 'setconf', 'wg0', join(road.dir, 'wg0.conf')])

/** A handshake without an answer is repeated after five seconds, which counts as a failure. */
async function firstPacket({ road }: VpnStage): Promise<number> {
  const printed = await road.run(['ping', '-n', '-c', '1', '-W', '4', SERVER])
  return Number(/time=([\d.]+) ms/.exec(printed)?.[1])
}

/** Rows about some peers on both sides. */
export function rowsOfAdding(peers: number, { ours, theirs }: Awaited<ReturnType<typeof timeAdding>>): Row[] {
  const row = (what: string, of: (added: Added) => number, aim: string): Row => {
    const more = median(ours.map((added, i) => of(added) - of(theirs[i]!)))
    return {
      what: `${what}, ${peers} peers`,
      ours: `${median(ours.map(of)).toFixed(1)} ms`,
      peer: `${median(theirs.map(of)).toFixed(1)} ms`,
      ratio: `${more < 0 ? '−' : '+'}${Math.abs(more).toFixed(1)}`,
      aim,
    }
  }
  return [
    row('PUT /plugins/wireguard/peer (beside wg set)', ({ ms }) => ms, '≤ 10 ms more'),
    row('… and until its first packet is answered', ({ ms, firstPacketMs }) => ms + firstPacketMs, '≤ 10 ms more'),
  ]
}
