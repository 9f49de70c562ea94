import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packet from 'dns-packet'
import { openPackets } from '../../router/machine/linux/packets.ts'
import { encodeDatagram } from '../../router/wire/ethernet.ts'
import type { Router } from '../guests/router.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { openDnsStage } from './dns-stage.ts'
import { dataOf, register, SERVER, type Stage } from './stage.ts'
import type { Row } from './table.ts'

const SELF = fileURLToPath(import.meta.url)
const DEVICES = 10
/** Each device sends a query and a datagram to the internet at this interval. */
const EVERY_MS = 10_000
const SETTLE_MS = 60_000
/** Histories are written every five minutes. */
const MEASURED_MS = 600_000
const IMAGE_BYTES = 256 << 20
const SECTOR = 512
const DAY_MS = 86_400_000

/**
 * What a router at rest writes to its disk, with all histories on: sectors of an ext4 file system that has nothing but the data
 * directory, including its journal. The
 * work at the end of each hour and day may fall outside of the measured minutes (docs/figures.md).
 */
export async function benchWrites(): Promise<Row[]> {
  const { stage, router, dir } = await openDnsStage('writes')
  const macs = loadDevices(DEVICES)
  await register(router, macs)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: DEVICES, seconds: 10, mode: 'new', devices: macs })
  const known = (await router.api('/devices')) as Record<string, { MAC: string; RecentIP: string }>
  const devices = Object.values(known).map(({ MAC, RecentIP }) => ({ mac: MAC, ip: RecentIP }))
  await router.daemon.stop()
  await moveToImage(router, join(dir, 'image'))
  await router.start()
  using _traffic = await startTraffic(stage, devices)
  await pause(SETTLE_MS)
  const before = await bytesWritten(router)
  await pause(MEASURED_MS)
  const bytes = (await bytesWritten(router)) - before
  await router.daemon.stop()
  const perDay = (bytes * DAY_MS) / MEASURED_MS / 1e6
  return [
    {
      what: `disk writes of a day at rest, ${DEVICES} devices, a query each 10 s`,
      ours: `${perDay.toFixed(1)} MB`,
      peer: '',
      ratio: '',
      aim: '≤ 20 MB',
    },
  ]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Puts the data directory on a file system in a file. The kernel removes both when the router's namespace ends. */
async function moveToImage(router: Router, image: string): Promise<void> {
  const data = dataOf(router)
  writeFileSync(image, '')
  truncateSync(image, IMAGE_BYTES)
  // Without these options, ext4 initializes its tables in the background for minutes.
  const whole = 'lazy_itable_init=0,lazy_journal_init=0'
  await router.namespace.run(['mke2fs', '-q', '-t', 'ext4', '-E', whole, '-d', data, image])
  await router.namespace.run(['mount', '-o', 'loop', image, data])
}

/** Bytes written to the file system since it is mounted (Documentation/block/stat.rst of the kernel: field 7, in sectors). */
async function bytesWritten(router: Router): Promise<number> {
  const data = dataOf(router)
  await router.namespace.run(['sync', '-f', data])
  const source = await router.namespace.run(['findmnt', '-n', '-o', 'SOURCE', '--target', data])
  const stat = readFileSync(`/sys/block/${basename(source.trim())}/stat`, 'utf8')
  return Number(stat.trim().split(/\s+/)[6]) * SECTOR
}

async function startTraffic({ client, router }: Stage, devices: readonly object[]): Promise<Disposable> {
  const [{ address: destinationMac }] = JSON.parse(await router.run(['ip', '-j', 'link', 'show', 'dev', 'lan0']))
  const program = client.start([process.execPath, SELF, JSON.stringify({ destinationMac, devices })])
  return { [Symbol.dispose]: () => program.kill('SIGTERM') }
}

if (import.meta.main) {
  const { destinationMac, devices } = JSON.parse(process.argv[2] ?? '')
  using packets = openPackets({ udpDestinations: [68] })
  for (let round = 0; ; round++) {
    for (const { mac: sourceMac, ip: sourceIp } of devices) {
      const from = { destinationMac, sourceMac, sourceIp, sourcePort: 40_000 + (round % 1000) }
      const questions = [{ type: 'A' as const, name: `name${round % 50}.example` }]
      const query = packet.encode({ type: 'query', id: round % 65_536, flags: packet.RECURSION_DESIRED, questions })
      const sent = [
        { ...from, destinationIp: '10.128.0.1', destinationPort: 53, payload: new Uint8Array(query) },
        { ...from, destinationIp: SERVER, destinationPort: 9, payload: new Uint8Array(64) },
      ]
      packets.send(sent.map((datagram) => ({ link: 'eth0', bytes: encodeDatagram(datagram) })))
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
