import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Unavailable } from '../../../router/errors.ts'
import { openLinux } from '../../../router/machine/linux.ts'
import type { LoggedPacket } from '../../../router/machine/machine.ts'
import { decodeIpv4 } from '../../../router/wire/ipv4.ts'
import { until } from '../../process/until.ts'

const FLOWS = fileURLToPath(new URL('../../guests/flows.ts', import.meta.url))
const GROUP = 4242
/** More than the receive buffer has room for. */
const FLOOD = 40_000

const machine = openLinux()
await machine.run(['ip', 'link', 'set', 'lo', 'up'])
await machine.nft(`
add table inet nflogtest
add chain inet nflogtest out { type filter hook output priority 0; }
add rule inet nflogtest out udp dport 20000-60000 log prefix "test " group ${GROUP} snaplen 64
`)

/** Sends datagrams while this thread waits: nothing is read until then. */
const flood = (count: number): void => {
  const { status } = spawnSync(process.execPath, [FLOWS, '127.0.0.1', String(count)])
  assert.equal(status, 0)
}

test('packets of a group have one reader', () => {
  const first = machine.openPacketLog(GROUP, () => undefined)
  assert.throws(() => machine.openPacketLog(GROUP, () => undefined), Unavailable)
  first[Symbol.dispose]()
  machine.openPacketLog(GROUP, () => undefined)[Symbol.dispose]()
})

test('packets that are not read in time are counted, and the reader continues', async () => {
  let received = 0
  let last: LoggedPacket | undefined
  using log = machine.openPacketLog(GROUP, (packets) => {
    received += packets.length
    last = packets.at(-1) && { ...packets.at(-1)!, packet: Uint8Array.from(packets.at(-1)!.packet) }
  })
  flood(100)
  await until('a hundred packets', () => received === 100)
  assert.equal(log.lost(), 0)
  assert.deepEqual([last?.prefix, last?.inputLink, last?.outputLink], ['test ', '', 'lo'])
  assert.equal(decodeIpv4(last!.packet)?.destination, '127.0.0.1')
  assert.equal(last!.packet.length, 29)

  flood(FLOOD)
  let sent = FLOOD + 100
  await until('a packet after the flood, which shows how many are missing', () => {
    if (received + log.lost() === sent) return log.lost() > 0
    flood(100)
    sent += 100
    return false
  })
})

test('the table is removed', () => machine.nft('delete table inet nflogtest'))
