import { constants } from 'node:os'
import koffi from 'koffi'
import { Unavailable } from '../../errors.ts'
import { type PhraseValue, phrase } from '../../phrases/phrase.ts'
import { decodeMessages, decodeOutcome, encodeMessage, NLM_F_ACK, NLM_F_REQUEST } from '../../wire/netlink.ts'
import {
  decodeLogEntry,
  encodeEnd,
  encodeGroup,
  NFULNL_MSG_CONFIG,
  NFULNL_MSG_PACKET,
  type NflogEntry,
} from '../../wire/nflog.ts'
import type { LoggedPacket, PacketLog } from '../machine.ts'
import {
  AF_NETLINK,
  close,
  int32,
  linkNameOf,
  MSG_DONTWAIT,
  recv,
  SO_RCVBUF,
  SOCK_RAW_CLOEXEC,
  SOL_SOCKET,
  send,
  setsockopt,
  socket,
} from './libc.ts'
import { messageOfOutcome, NETLINK_NETFILTER } from './netlink.ts'
import { watchReadable } from './readable.ts'

/** Some thousand packets. When it is full, the kernel discards further ones. */
const RECEIVE_BUFFER_BYTES = 1 << 20
/** The size of the kernel's messages. */
const MESSAGE_BYTES = 1 << 14
const MOST_PACKET_BYTES = 512
/** The kernel collects packets for this time: the resolver reports the query that precedes a connection within 200 ms. */
const DELAY_MS = 300
/** Messages read per turn of the event loop. */
const MOST_AT_ONCE = 4
const REST_MS = 20

const slot = Buffer.allocUnsafe(1 << 16)

/** Reads the packets of an NFLOG group. Throws `Unavailable` if the kernel has no NFLOG, or another program reads the group. */
export function openPacketLog(group: number, receive: (packets: readonly LoggedPacket[]) => void): PacketLog {
  const fd: number = socket(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_NETFILTER)
  if (fd < 0) throw new Unavailable(phrase('machine.netlinkUnavailable'))
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, int32(RECEIVE_BUFFER_BYTES), 4)
  const reason = configure(
    fd,
    encodeGroup({ group, mostBytes: MOST_PACKET_BYTES, bufferBytes: MESSAGE_BYTES, delayMs: DELAY_MS }),
  )
  if (reason !== undefined) {
    close(fd)
    throw new Unavailable(phrase('machine.packetLogUnreadable', reason))
  }
  let isOpen = true
  let lost = 0
  let next: number | undefined

  /** One message. False when there was none. */
  const take = (): boolean => {
    const length: number = recv(fd, slot, slot.length, MSG_DONTWAIT)
    // The buffer was full. The next packet shows how many are missing.
    if (length <= 0) return koffi.errno() === constants.errno.ENOBUFS
    const entries = [...decodeMessages(slot.subarray(0, length))].flatMap(({ type, payload }) =>
      type === NFULNL_MSG_PACKET ? (decodeLogEntry(payload) ?? []) : [],
    )
    for (const { sequence } of entries) {
      if (next !== undefined) lost += (sequence - next) >>> 0
      next = (sequence + 1) >>> 0
    }
    if (entries.length > 0) receive(entries.map(named))
    return true
  }
  const watched = watchReadable(
    fd,
    () => {
      for (let taken = 0; isOpen && taken < MOST_AT_ONCE && take(); taken++);
    },
    { restMs: REST_MS },
  )
  return {
    lost: () => lost,
    [Symbol.dispose]() {
      if (!isOpen) return
      isOpen = false
      watched[Symbol.dispose]()
      // The thread that waits for packets still holds the socket.
      configure(fd, encodeEnd(group))
      close(fd)
    },
  }
}

/** Returns the reason if the kernel refuses. It answers during the call. */
function configure(fd: number, payload: Uint8Array): PhraseValue | undefined {
  const flags = NLM_F_REQUEST | NLM_F_ACK
  const request = encodeMessage({ type: NFULNL_MSG_CONFIG, flags, sequence: 0, payload })
  if (send(fd, request, request.length, 0) !== request.length) return phrase('machine.netlinkRequestRefused')
  const length: number = recv(fd, slot, slot.length, MSG_DONTWAIT)
  for (const message of length > 0 ? decodeMessages(slot.subarray(0, length)) : []) {
    const outcome = decodeOutcome(message)
    if (outcome) return outcome.errno === 0 ? undefined : messageOfOutcome(outcome)
  }
  return phrase('machine.netlinkSilent')
}

const nameOf = (index: number): string => (index === 0 ? '' : (linkNameOf(index) ?? ''))

const named = ({ inputIndex, outputIndex, prefix, hardwareType, linkHeader, packet }: NflogEntry): LoggedPacket => ({
  ...{ prefix, hardwareType, linkHeader, packet },
  inputLink: nameOf(inputIndex),
  outputLink: nameOf(outputIndex),
})
