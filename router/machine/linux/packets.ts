import { CommandFailed } from '../../errors.ts'
import type { EthernetFrame, PacketFilter, PacketSocket, UnicastFilter } from '../machine.ts'
import { attachProgram, type Instruction } from './bpf.ts'
import {
  bind,
  close,
  indexOf,
  int32,
  linkNameOf,
  MSG_DONTWAIT,
  recvmmsg,
  SO_RCVBUF,
  SOCK_RAW_CLOEXEC,
  SOL_SOCKET,
  sendmmsg,
  setsockopt,
  socket,
} from './libc.ts'
import { HEADER, LENGTH, NAME_LENGTH, openMessages, RECEIVED, VECTOR } from './messages.ts'
import { watchReadable } from './readable.ts'

const AF_PACKET = 17
const ETH_P_IP = 0x0800
const PACKET_OTHERHOST = 3
const PACKET_OUTGOING = 4

/** The largest frame. DHCP messages and service announcements fit into the usual MTU of 1500. */
const FRAME_BYTES = 1600
/** Size of `struct sockaddr_ll`. */
const LINK_ADDRESS_BYTES = 20
const BATCH = 64
/** Batches read before other events of this process are handled. */
const BATCHES_IN_A_ROW = 8
const RECEIVE_BUFFER_BYTES = 4 << 20

/**
 * Sends and receives whole Ethernet frames on all links through one packet socket (packet(7)). It needs no reopening when links
 * are added or removed, and returns frames unchanged, before the firewall, with the Ethernet source. A filter in the kernel
 * passes only the requested UDP ports.
 * Frames are delivered in batches.
 */
export function openPackets(filter: PacketFilter): PacketSocket {
  const fd: number = socket(AF_PACKET, SOCK_RAW_CLOEXEC, 0)
  if (fd < 0) throw new CommandFailed(['socket', 'AF_PACKET'], null, 'not permitted: CAP_NET_RAW is needed')
  attachFilter(fd, filter)
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  const address = linkAddress(0, ETH_P_IP)
  if (bind(fd, address, address.length) !== 0) throw new CommandFailed(['bind', 'AF_PACKET'], null, 'refused')

  const incoming = openFrames()
  const outgoing = openFrames()
  let isClosed = false
  let receive: (frames: readonly EthernetFrame[]) => void = () => undefined

  const take = (count: number): EthernetFrame[] => {
    const frames: EthernetFrame[] = []
    // Links are added, removed and renamed: their names are cached for one batch only.
    const names = new Map<number, string | undefined>()
    for (let i = 0; i < count; i++) {
      const length = incoming.headers[i * HEADER + RECEIVED]!
      const sender = incoming.addressOf(i)
      // PACKET_OTHERHOST includes frames with an 802.1Q tag that no link has.
      if (sender[10] === PACKET_OUTGOING || sender[10] === PACKET_OTHERHOST || length > FRAME_BYTES) continue
      const index = sender.readUInt32LE(4)
      if (!names.has(index)) names.set(index, linkNameOf(index))
      const link = names.get(index)
      if (link === undefined) continue
      frames.push({
        link,
        bytes: Uint8Array.prototype.slice.call(incoming.places, i * FRAME_BYTES, i * FRAME_BYTES + length),
      })
    }
    return frames
  }

  const listening = watchReadable(fd, () => {
    // Under load, more frames arrive while the first are handled: reading them here costs less than through another thread.
    for (let round = 0; round < BATCHES_IN_A_ROW && !isClosed; round++) {
      incoming.restore()
      const count: number = recvmmsg(fd, incoming.headers, BATCH, MSG_DONTWAIT, null)
      if (count <= 0) return
      receive(take(count))
    }
  })

  return {
    onFrames(listener) {
      receive = listener
    },
    send(frames) {
      // Longer than the MTU of any link, and than a slot.
      const fitting = frames.filter(({ bytes }) => bytes.length <= FRAME_BYTES)
      for (let start = 0; start < fitting.length; start += BATCH) {
        const batch = fitting.slice(start, start + BATCH)
        const addresses = new Map<string, Buffer>()
        batch.forEach((frame, i) => {
          outgoing.places.set(frame.bytes, i * FRAME_BYTES)
          const address = addresses.get(frame.link) ?? linkAddress(indexOf(frame.link), ETH_P_IP)
          addresses.set(frame.link, address)
          address.copy(outgoing.addressOf(i))
          outgoing.vectors[i * VECTOR + LENGTH] = frame.bytes.length
        })
        // The call stops at a link that was removed: skip the frame and send the others.
        for (let sent = 0; sent < batch.length; ) {
          const count: number = sendmmsg(
            fd,
            outgoing.headers.subarray(sent * HEADER),
            batch.length - sent,
            MSG_DONTWAIT,
          )
          sent += count > 0 ? count : 1
        }
      }
    },
    [Symbol.dispose]() {
      if (isClosed) return
      isClosed = true
      listening[Symbol.dispose]()
      close(fd)
    },
  }
}

/** Memory for one `recvmmsg` or `sendmmsg` call: frames, each with a `sockaddr_ll`. */
function openFrames() {
  const messages = openMessages(BATCH, FRAME_BYTES, LINK_ADDRESS_BYTES / 4)
  const addresses = Buffer.from(messages.names.buffer)
  return {
    ...messages,
    addressOf: (i: number): Buffer => addresses.subarray(i * LINK_ADDRESS_BYTES, (i + 1) * LINK_ADDRESS_BYTES),
    /** Restores the lengths of the addresses, which the kernel overwrites when it receives. */
    restore(): void {
      for (let i = 0; i < BATCH; i++) messages.headers[i * HEADER + NAME_LENGTH] = LINK_ADDRESS_BYTES
    },
  }
}

/** struct sockaddr_ll: family, protocol in network order, link index. */
export function linkAddress(index: number, protocol: number): Buffer {
  const address = Buffer.alloc(LINK_ADDRESS_BYTES)
  address.writeUInt16LE(AF_PACKET, 0)
  address.writeUInt16BE(protocol, 2)
  address.writeUInt32LE(index, 4)
  return address
}

/** An instruction of the same part: the next one, or one of the ends. `unicast`: what follows the part. */
type Target = 'next' | 'leave' | 'take' | 'unicast'

/** An instruction with its jump targets. */
type Test = readonly [code: number, ifTrue: Target, ifFalse: Target, value: number]

/** Of IPv4, UDP, no later fragment, not sent by this machine, a requested port, and if requested a multicast group. */
const filterProgram = ({ udpDestinations, multicast, unicast }: PacketFilter): readonly Test[] => [
  [0x30, 'next', 'next', 0xff_ff_f0_04], // ldb the kind of the frame (SKF_AD_PKTTYPE)
  [0x15, 'leave', 'next', PACKET_OUTGOING],
  [0x28, 'next', 'next', 12], // ldh the Ethernet type
  [0x15, 'next', 'leave', ETH_P_IP],
  [0x30, 'next', 'next', 23], // ldb the protocol
  [0x15, 'next', 'leave', 17],
  [0x28, 'next', 'next', 20], // ldh the fragment offset
  [0x45, 'leave', 'next', 0x1fff],
  ...(multicast ? toGroup(unicast ? 'unicast' : 'leave') : []),
  ...DESTINATION_PORT,
  ...udpDestinations.map((port): Test => [0x15, 'take', 'next', port]),
]

/** Continues at `otherwise` if the destination is not in 224.0.0.0/4. */
const toGroup = (otherwise: Target): readonly Test[] => [
  [0x30, 'next', 'next', 30], // ldb the first byte of the destination address
  [0x54, 'next', 'next', 0xf0],
  [0x15, 'next', otherwise, 0xe0],
]

const DESTINATION_PORT: readonly Test[] = [
  [0xb1, 'next', 'next', 14], // ldx the header's length
  [0x48, 'next', 'next', 16], // ldh the destination port
]

const unicastPorts = ({ ports: { first, last } }: UnicastFilter): readonly Test[] => [
  ...DESTINATION_PORT,
  [0x35, 'next', 'leave', first], // jge
  [0x25, 'leave', 'take', last], // jgt
]

const LEAVE: Instruction = [0x06, 0, 0, 0]
const TAKE: Instruction = [0x06, 0, 0, 0x40000]

/** A part of the program with its own ends: a conditional jump reaches only 255 instructions. */
function part(tests: readonly Test[]): Instruction[] {
  const places = { leave: tests.length, take: tests.length + 1, unicast: tests.length + 2 }
  const instructions = tests.map(([op, ifTrue, ifFalse, value], i): Instruction => {
    const jump = (target: Target): number => (target === 'next' ? 0 : places[target] - i - 1)
    return [op, jump(ifTrue), jump(ifFalse), value]
  })
  return [...instructions, LEAVE, TAKE]
}

/** Continues after it with the router's address of a /30 network in one of the networks: most packets are for devices. */
function routerAddresses({ nets }: UnicastFilter): Instruction[] {
  const destination: Instruction = [0x20, 0, 0, 30]
  return [
    ...[destination, [0x54, 0, 0, 3] as const, [0x15, 1, 0, 1] as const, LEAVE],
    ...nets.flatMap(({ base, prefix }, i): Instruction[] => [
      destination,
      [0x54, 0, 0, prefix === 0 ? 0 : (~0 << (32 - prefix)) >>> 0],
      [0x15, 0, 1, base],
      // An unconditional jump reaches any instruction: over the other networks, and the end after them.
      [0x05, 0, 0, 4 * (nets.length - i - 1) + 1],
    ]),
    LEAVE,
  ]
}

function attachFilter(fd: number, filter: PacketFilter): void {
  const { unicast } = filter
  const answers = unicast ? [...routerAddresses(unicast), ...part(unicastPorts(unicast))] : []
  attachProgram(fd, [...part(filterProgram(filter)), ...answers])
}
