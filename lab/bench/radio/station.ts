import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openControl } from '../../../router/machine/linux/control.ts'
import { openPackets } from '../../../router/machine/linux/packets.ts'
import type { Ip } from '../../../router/values/ip.ts'
import { ipBytes } from '../../../router/wire/bytes.ts'
import {
  ACK,
  type DhcpMessage,
  DISCOVER,
  decodeDhcp,
  encodeDhcp,
  ipOption,
  NO_IP,
  OFFER,
  OPTION,
  REQUEST,
} from '../../../router/wire/dhcp.ts'
import { BROADCAST_MAC, decodeDatagram, encodeDatagram } from '../../../router/wire/ethernet.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { run } from '../../process/program.ts'
import { doRounds } from '../rounds.ts'
import { PASSPHRASE, select } from './select.ts'

/** Milliseconds since the station began with its first authentication frame. */
export interface Join {
  readonly associated: number
  readonly leased: number
  /** The first answered packet of the internet. */
  readonly answered: number
}

const LINK = 'wlan0'
const AUTHENTICATES = 'SME: Trying to authenticate'
/** From the connection to the first message of the DHCP client. Sooner, an emulated access point may drop it: it has yet to install the key. */
const CLIENT_MS = 100
/** As udhcpc does, a message without an answer is sent again after this time. */
const REPEAT_MS = 3000
/** After a station has left, both access points come to rest. */
const REST_MS = 700

interface Lease {
  readonly ip: Ip
  readonly router: Ip
}

/** Requests a lease, from DISCOVER to ACK. */
function openClient(mac: string): () => Promise<Lease> {
  const packets = openPackets({ udpDestinations: [68] })
  let receive: (message: DhcpMessage) => void = () => undefined
  packets.onFrames((frames) => {
    for (const { bytes } of frames) {
      const datagram = decodeDatagram(bytes)
      const message = datagram && decodeDhcp(datagram.payload)
      if (message?.chaddr === mac) receive(message)
    }
  })
  const send = (options: DhcpMessage['options']): void => {
    const none = { ciaddr: NO_IP, yiaddr: NO_IP, siaddr: NO_IP, giaddr: NO_IP }
    const payload = encodeDhcp({ op: 'request', xid: 1, secs: 0, broadcast: true, ...none, chaddr: mac, options })
    const [from, to] = [{ sourceMac: mac, sourceIp: NO_IP, sourcePort: 68 }, { destinationPort: 67 }]
    const bytes = encodeDatagram({
      ...from,
      ...to,
      destinationMac: BROADCAST_MAC,
      destinationIp: '255.255.255.255',
      payload,
    })
    packets.send([{ link: LINK, bytes }])
  }
  const ask = async (type: number, answer: number, options: DhcpMessage['options']): Promise<DhcpMessage> => {
    const { promise, resolve } = Promise.withResolvers<DhcpMessage>()
    receive = (message) => {
      if (message.options.get(OPTION.messageType)?.[0] === answer) resolve(message)
    }
    const message = new Map([[OPTION.messageType, Uint8Array.of(type)], ...options])
    send(message)
    const again = setInterval(() => send(message), REPEAT_MS)
    return promise.finally(() => clearInterval(again))
  }
  return async () => {
    const offer = await ask(DISCOVER, OFFER, new Map())
    const server = ipOption(offer.options, OPTION.serverId) ?? NO_IP
    const ack = await ask(
      REQUEST,
      ACK,
      new Map([
        [OPTION.requestedIp, ipBytes(offer.yiaddr)],
        [OPTION.serverId, ipBytes(server)],
      ]),
    )
    return { ip: ack.yiaddr, router: ipOption(ack.options, OPTION.router) ?? server }
  }
}

/** The device keeps its address, so that none of the time goes into starting programs that set it. */
async function configure({ ip, router }: Lease): Promise<void> {
  await run(['ip', 'address', 'replace', `${ip}/32`, 'dev', LINK])
  await run(['ip', 'route', 'replace', 'default', 'via', router, 'dev', LINK, 'onlink'])
}

if (import.meta.main) {
  const [path = '', mac = '', ssid = ''] = process.argv.slice(2)
  const lease = openClient(mac)
  let address: Ip | undefined
  let receive: (event: string) => void = () => undefined
  const control = await openControl(path, (event) => receive(event))

  async function join(): Promise<Join> {
    await control.request('REMOVE_NETWORK all')
    await wait(REST_MS)
    let began: number | undefined
    const { promise, resolve } = Promise.withResolvers<number>()
    receive = (event) => {
      // Printed for each of its frames, before it is made.
      if (event.includes(AUTHENTICATES)) began ??= performance.now()
      if (event.includes('CTRL-EVENT-CONNECTED')) resolve(performance.now())
    }
    await select(control.request, ssid, PASSPHRASE)
    const associated = await promise
    await wait(CLIENT_MS)
    const granted = await lease()
    const leased = performance.now()
    if (granted.ip !== address) await configure(granted)
    address = granted.ip
    const socket = connect({ host: HOSTS[0]!, port: ECHO_PORT })
    await once(socket, 'connect')
    const answered = performance.now()
    socket.destroy()
    const first = began ?? Number.NaN
    return { associated: associated - first, leased: leased - first, answered: answered - first }
  }

  await doRounds(join)
  process.exit(0)
}
