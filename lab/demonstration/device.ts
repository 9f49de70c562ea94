import { BroadcastChannel } from 'node:worker_threads'
import { systemClock } from '../../router/machine/clock.ts'
import type { EthernetFrame } from '../../router/machine/machine.ts'
import { type Ip, ipToNumber } from '../../router/values/ip.ts'
import type { Mac } from '../../router/values/mac.ts'
import { ACK, type DhcpMessage, decodeDhcp, ipOption, OFFER, OPTION } from '../../router/wire/dhcp.ts'
import { addressesIn, readAnswer } from '../../router/wire/dns/answer.ts'
import { addressQuery, encodeQuery } from '../../router/wire/dns/query.ts'
import { decodeDatagram } from '../../router/wire/ethernet.ts'
import { callWell } from '../contract/call.ts'
import { type DeviceSpec, macOf } from '../guests/device.ts'
import { PROVIDER } from './internet.ts'
import type { SimulatedMachine } from './machine.ts'
import { discover, refusedSyn, request } from './packets.ts'
import { CHANNEL, type Datagram } from './sockets.ts'

const TCP = 6
const DNS_PORT = 53
const ANSWER_MS = 1500
const FIRST_STATION = 4096
const FIRST_PORT = 32_768
const LAST_PORT = 60_999
/** A connection stays in the kernel's table for some time after its last packet. */
const KEPT_MS = 60_000
/** Of the bytes of a download, what the receiver sends. */
const ACKNOWLEDGED = 0.03
/** In answers for blocked names. */
const BLOCKED: Ip = '0.0.0.0'

/** What devices need of their home. */
export interface SimulatedHome {
  readonly machine: SimulatedMachine
  /** The router's socket for programs on the router itself, which need no password: the owner may change it. */
  readonly api: string
  /** The socket on which a program that drives a radio reports its stations. */
  readonly wifi: string
}

let nextStation = FIRST_STATION
let nextPort = FIRST_PORT
const portAfter = (): number => {
  nextPort = nextPort < LAST_PORT ? nextPort + 1 : FIRST_PORT
  return nextPort
}

/** A simulated device. What it sends reaches the router's own code as frames, queries and logged packets. */
export class SimulatedDevice {
  readonly name: string
  readonly mac: Mac
  readonly spec: DeviceSpec
  /** The router's link while it is connected. */
  link: string | undefined
  /** Its address, once it has a lease. */
  ip: Ip | undefined
  readonly #home: SimulatedHome
  readonly #receivers = new Set<(message: DhcpMessage) => void>()

  constructor(name: string, spec: DeviceSpec, home: SimulatedHome) {
    this.name = name
    this.mac = macOf(name)
    this.spec = spec
    this.#home = home
    home.machine.onSent((frame) => this.#receive(frame))
  }

  /** Connects and requests an address. Returns it; undefined if the router offers none, as to an unknown device. */
  async join(): Promise<Ip | undefined> {
    await this.#connect()
    const client = { link: this.link!, mac: this.mac, name: this.name }
    const xid = Math.floor(Math.random() * 2 ** 32)
    const offer = await this.#exchange(discover(client, xid), OFFER)
    if (!offer) return undefined
    const server = ipOption(offer.options, OPTION.serverId)!
    const acknowledged = await this.#exchange(request(client, xid, offer.yiaddr, server), ACK)
    if (this.ip !== undefined) this.#home.machine.neighbours.delete(this.ip)
    this.ip = acknowledged?.yiaddr
    if (this.ip !== undefined) this.#home.machine.neighbours.set(this.ip, { mac: this.mac, link: client.link })
    return this.ip
  }

  /** Disconnects without a DHCPRELEASE, as phones do. */
  async leave(): Promise<void> {
    const { machine } = this.#home
    const { link } = this
    if (link === undefined) return
    this.link = undefined
    if (this.ip !== undefined) machine.neighbours.delete(this.ip)
    this.ip = undefined
    if (this.spec.wired) return
    machine.kernel.ip.unplug(link)
    machine.kernel.linksChanged()
    await this.#reportWifi('/reportDisconnect', 'AP-STA-DISCONNECTED', link)
  }

  async #connect(): Promise<void> {
    const { machine } = this.#home
    if (this.link !== undefined) return
    if (this.spec.wired) {
      this.link = 'lan0'
      return
    }
    this.link = `wlan0.${nextStation++}`
    machine.kernel.ip.plug(this.link)
    machine.kernel.linksChanged()
    await this.#reportWifi('/reportPSKAuthSuccess', 'AP-STA-CONNECTED', this.link)
  }

  #reportWifi(path: string, Event: string, Iface: string): Promise<unknown> {
    const body = { Iface, Event, Mac: this.mac, Status: '', Router: '' }
    return callWell(this.#home.wifi, { method: 'PUT', path, body })
  }

  #receive({ link, bytes }: EthernetFrame): void {
    if (link !== this.link || this.#receivers.size === 0) return
    const datagram = decodeDatagram(bytes)
    const message = datagram?.destinationPort === 68 ? decodeDhcp(datagram.payload) : undefined
    if (message?.chaddr !== this.mac) return
    for (const receiver of this.#receivers) receiver(message)
  }

  /** Sends a DHCP message, and returns the answer of this type. */
  #exchange(frame: EthernetFrame, type: number): Promise<DhcpMessage | undefined> {
    return new Promise((resolve) => {
      const end = (message?: DhcpMessage): void => {
        this.#receivers.delete(receive)
        timeout[Symbol.dispose]()
        resolve(message)
      }
      const receive = (message: DhcpMessage): void => {
        if (message.options.get(OPTION.messageType)?.[0] === type) end(message)
      }
      const timeout = systemClock.after(ANSWER_MS, () => end())
      this.#receivers.add(receive)
      this.#home.machine.kernel.receive([frame])
    })
  }

  /** Resolves a name with the home's resolver, if the router lets the device query it. */
  async resolve(name: string): Promise<Ip | undefined> {
    const { ip } = this
    if (ip === undefined || !(await this.#passes('router', 'udp', DNS_PORT))) return undefined
    const port = portAfter()
    const query = addressQuery(name)
    const bytes = encodeQuery(query, port, 'plain')
    using channel = openChannel()
    return await new Promise((resolve) => {
      const timeout = systemClock.after(ANSWER_MS, () => resolve(undefined))
      channel.receive((datagram) => {
        if (datagram.kind !== 'response' || datagram.ip !== ipToNumber(ip) || datagram.port !== port) return
        timeout[Symbol.dispose]()
        const received = readAnswer(Buffer.from(datagram.bytes), query, { secure: false })
        const addresses = received?.kind === 'answer' ? addressesIn(received.answer) : []
        resolve(addresses.find((address) => address !== BLOCKED))
      })
      channel.send({ kind: 'query', ip: ipToNumber(ip), port, bytes })
    })
  }

  /** Downloads bytes from a host in the internet, or is refused by the firewall. Returns whether it was permitted. */
  async download(name: string, port: number, bytes: number): Promise<boolean> {
    const address = await this.resolve(name)
    return address !== undefined && (await this.connect(address, port, bytes))
  }

  /** Opens a connection to an address and receives bytes, if the firewall permits that. */
  async connect(address: Ip, port: number, bytes: number): Promise<boolean> {
    const { ip, link } = this
    const { machine } = this.#home
    if (ip === undefined || link === undefined) return false
    const { links, flows } = machine.kernel.ip
    const sourcePort = portAfter()
    const isLocal = machine.neighbours.has(address)
    const outputLink = machine.neighbours.get(address)?.link ?? 'wan0'
    if (!(await this.#passes(address, 'tcp', port))) {
      const routerMac = links.get(link)?.mac
      if (routerMac === undefined) return false
      const attempt = { link, outputLink, mac: this.mac, routerMac, from: ip, to: address, port, sourcePort }
      machine.kernel.logPackets([refusedSyn(attempt)])
      return false
    }
    const sent = Math.ceil(bytes * ACKNOWLEDGED)
    const direction = (source: Ip, destination: Ip, count: number) => ({
      ...{ source, destination, bytes: count, packets: Math.ceil(count / 1000) },
    })
    const flow = {
      protocol: TCP,
      port,
      original: direction(ip, address, sent),
      reply: direction(address, isLocal ? ip : PROVIDER.address, bytes),
      entry: Buffer.from(`${ip} ${sourcePort} ${address} ${port}`),
    }
    flows.push(flow)
    machine.count(isLocal ? 'outgoing_traffic_lan' : 'outgoing_traffic_wan', ip, sent)
    machine.count(isLocal ? 'incoming_traffic_lan' : 'incoming_traffic_wan', ip, bytes)
    systemClock.after(KEPT_MS, () => {
      const at = flows.indexOf(flow)
      if (at >= 0) flows.splice(at, 1)
    })
    return true
  }

  /** Whether the rules that are in force let a first packet pass. */
  async #passes(to: string, proto: 'tcp' | 'udp', port: number): Promise<boolean> {
    const query = new URLSearchParams({ from: this.mac, to, proto, port: String(port) })
    const { Passes } = (await callWell(this.#home.api, { path: `/explain?${query}` })) as { Passes: boolean }
    return Passes
  }
}

/** A connection to the DNS threads. */
function openChannel() {
  const channel = new BroadcastChannel(CHANNEL)
  return {
    send: (datagram: Datagram): void => channel.postMessage(datagram),
    receive(listener: (datagram: Datagram) => void): void {
      channel.onmessage = ({ data }) => listener(data as Datagram)
    },
    [Symbol.dispose]: () => channel.close(),
  }
}
