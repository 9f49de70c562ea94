import { openPackets } from '../../router/machine/linux/packets.ts'
import type { EthernetFrame } from '../../router/machine/machine.ts'
import type { Ip } from '../../router/values/ip.ts'
import type { Mac } from '../../router/values/mac.ts'
import { ipBytes } from '../../router/wire/bytes.ts'
import {
  ACK,
  DISCOVER,
  decodeDhcp,
  encodeDhcp,
  ipOption,
  NO_IP,
  OFFER,
  OPTION,
  REQUEST,
} from '../../router/wire/dhcp.ts'
import { BROADCAST_MAC, decodeDatagram, encodeDatagram } from '../../router/wire/ethernet.ts'
import { run } from '../process/program.ts'

export interface Load {
  /** The interface to send from, in the namespace this runs in. */
  readonly link: string
  /** Concurrent exchanges. */
  readonly clients: number
  readonly seconds: number
  /** `new`: DISCOVER to ACK, each time another device. `renew`: each client extends the lease it has, again and again. */
  readonly mode: 'new' | 'renew'
  /** The number of devices; `new` ends early when each has a lease. */
  readonly devices: readonly Mac[]
}

export interface Measured {
  readonly exchanges: number
  readonly perSecond: number
  /** Exchanges without a response within a second, or rejected. */
  readonly lost: number
  readonly refused: number
  readonly medianMs: number
  readonly p99Ms: number
}

/** MAC addresses for `count` devices, the same each time. */
export const loadDevices = (count: number): Mac[] =>
  Array.from({ length: count }, (_, i) => {
    const hex = i.toString(16).padStart(6, '0')
    return `02:d0:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}:${hex.slice(4, 6)}`
  })

const TIMEOUT_MS = 1000
const PARAMETERS = Uint8Array.of(1, 3, 6, 12, 15, 28)

interface Client {
  readonly mac: Mac
  startedAt: number
  askedAt: number
  waitsFor: typeof OFFER | typeof ACK
  ip: Ip
  server: { readonly ip: Ip; readonly mac: Mac } | undefined
}

/**
 * Many DHCP clients on one link, each with a separate MAC address, and any server on that link. Counts whole
 * exchanges: four messages for a new lease, two for a renewal.
 */
export async function loadDhcp({ link, clients, seconds, mode, devices }: Load): Promise<Measured> {
  using packets = openPackets({ udpDestinations: [68] })
  const [{ address: linkMac }] = JSON.parse(await run(['ip', '-j', 'link', 'show', 'dev', link]))
  const waiting = new Map<Mac, Client>()
  const times: number[] = []
  const outbox: EthernetFrame[] = []
  let [lost, refused, next, exchanges] = [0, 0, 0, 0]
  let counting = mode === 'new'

  const say = (
    client: Client,
    type: number,
    options: readonly (readonly [number, Uint8Array])[],
    to?: Client['server'],
  ) => {
    client.waitsFor = type === DISCOVER ? OFFER : ACK
    client.askedAt = performance.now()
    const ciaddr = to ? client.ip : NO_IP
    const payload = encodeDhcp({
      op: 'request',
      xid: Number.parseInt(client.mac.replaceAll(':', '').slice(4), 16),
      secs: 0,
      // Otherwise a server that answers through the kernel needs a neighbour entry for each client.
      broadcast: mode === 'new',
      ciaddr,
      yiaddr: NO_IP,
      siaddr: NO_IP,
      giaddr: NO_IP,
      chaddr: client.mac,
      options: new Map([[OPTION.messageType, Uint8Array.of(type)], ...options, [OPTION.parameters, PARAMETERS]]),
    })
    const destinationMac = to?.mac ?? BROADCAST_MAC
    const destinationIp = to?.ip ?? '255.255.255.255'
    const datagram = {
      sourceMac: client.mac,
      sourceIp: ciaddr,
      sourcePort: 68,
      destinationMac,
      destinationIp,
      destinationPort: 67,
    }
    outbox.push({ link, bytes: encodeDatagram({ ...datagram, payload }) })
  }
  const flush = (): void => packets.send(outbox.splice(0))

  const begin = (mac: Mac | undefined): void => {
    if (mac === undefined) return
    const now = performance.now()
    const client: Client = { mac, startedAt: now, askedAt: now, waitsFor: OFFER, ip: NO_IP, server: undefined }
    waiting.set(mac, client)
    say(client, DISCOVER, [])
  }
  const renew = (client: Client): void => {
    client.startedAt = performance.now()
    waiting.set(client.mac, client)
    say(client, REQUEST, [], client.server)
  }
  const leased: Client[] = []
  const finish = (client: Client): void => {
    waiting.delete(client.mac)
    if (counting) {
      exchanges += 1
      times.push(performance.now() - client.startedAt)
    }
    if (mode === 'new') begin(devices[next++])
    else if (counting) renew(client)
    else leased.push(client)
  }

  const receive = ({ bytes }: EthernetFrame): void => {
    const datagram = decodeDatagram(bytes)
    const message = datagram && decodeDhcp(datagram.payload)
    const client = message && waiting.get(message.chaddr)
    if (!client || datagram.sourceMac === linkMac) return
    const type = message.options.get(OPTION.messageType)?.[0]
    if (type === OFFER && client.waitsFor === OFFER) {
      client.ip = message.yiaddr
      client.server = { ip: ipOption(message.options, OPTION.serverId) ?? NO_IP, mac: datagram.sourceMac }
      say(client, REQUEST, [
        [OPTION.requestedIp, ipBytes(client.ip)],
        [OPTION.serverId, ipBytes(client.server.ip)],
      ])
    } else if (type === ACK && client.waitsFor === ACK) finish(client)
    else if (type !== OFFER && type !== ACK) {
      // As real clients do: from the start.
      refused += 1
      begin(client.mac)
    }
  }
  packets.onFrames((frames) => {
    for (const frame of frames) if (frame.link === link) receive(frame)
    flush()
  })

  const giveUp = (): void => {
    const now = performance.now()
    for (const client of [...waiting.values()]) {
      if (now - client.askedAt < TIMEOUT_MS) continue
      waiting.delete(client.mac)
      if (counting) lost += 1
      if (mode === 'renew' && counting) renew(client)
      else if (mode === 'renew') begin(client.mac)
      else begin(devices[next++])
    }
    flush()
  }
  const timer = setInterval(giveUp, TIMEOUT_MS / 4)
  try {
    for (; next < Math.min(clients, devices.length); next++) begin(devices[next])
    flush()
    if (mode === 'renew') {
      await until(() => leased.length >= Math.min(clients, devices.length), 20_000)
      counting = true
      for (const client of leased) renew(client)
      flush()
    }
    const startedAt = performance.now()
    await until(() => waiting.size === 0, seconds * 1000)
    const took = (performance.now() - startedAt) / 1000
    times.sort((a, b) => a - b)
    const share = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? Number.NaN
    return { exchanges, perSecond: exchanges / took, lost, refused, medianMs: share(0.5), p99Ms: share(0.99) }
  } finally {
    clearInterval(timer)
  }
}

/** Checks a condition every 10 ms until it is true or the time is over. */
async function until(holds: () => boolean, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs
  while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
}
