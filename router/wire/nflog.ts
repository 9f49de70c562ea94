import { findIn, NONE, readUint } from './attributes.ts'
import { bigEndian, joined } from './bytes.ts'
import { encodeAttribute, readAttribute, viewOf } from './netlink.ts'
import { messageType, NFGENMSG_BYTES } from './nfnetlink.ts'

/** Packets that the firewall logs: `linux/netfilter/nfnetlink_log.h`. Numbers are in network order. */
const NFNL_SUBSYS_ULOG = 4
export const NFULNL_MSG_PACKET = messageType(NFNL_SUBSYS_ULOG, 0)
export const NFULNL_MSG_CONFIG = messageType(NFNL_SUBSYS_ULOG, 1)

const NFULA_CFG_CMD = 1
const NFULA_CFG_MODE = 2
const NFULA_CFG_NLBUFSIZ = 3
const NFULA_CFG_TIMEOUT = 4
const NFULA_CFG_FLAGS = 6
const NFULNL_CFG_CMD_BIND = 1
const NFULNL_CFG_CMD_UNBIND = 2
const NFULNL_COPY_PACKET = 2
const NFULNL_CFG_F_SEQ = 1

const NFULA_IFINDEX_INDEV = 4
const NFULA_IFINDEX_OUTDEV = 5
const NFULA_PAYLOAD = 9
const NFULA_PREFIX = 10
const NFULA_SEQ = 12
const NFULA_HWTYPE = 15
const NFULA_HWHEADER = 16

export interface GroupOptions {
  readonly group: number
  /** The kernel sends no more bytes of a packet; a rule may set a smaller limit. */
  readonly mostBytes: number
  /** Size of a message with several packets. */
  readonly bufferBytes: number
  /** The kernel sends a message that is not full after this time, in steps of 10 ms. */
  readonly delayMs: number
}

/** The payload of a request that sends the packets of a group to this socket. A group has one reader. */
export const encodeGroup = ({ group, mostBytes, bufferBytes, delayMs }: GroupOptions): Uint8Array =>
  joined(
    command(group, NFULNL_CFG_CMD_BIND),
    encodeAttribute(NFULA_CFG_MODE, joined(bigEndian(mostBytes, 4), Uint8Array.of(NFULNL_COPY_PACKET, 0))),
    encodeAttribute(NFULA_CFG_NLBUFSIZ, bigEndian(bufferBytes, 4)),
    encodeAttribute(NFULA_CFG_TIMEOUT, bigEndian(Math.ceil(delayMs / 10), 4)),
    encodeAttribute(NFULA_CFG_FLAGS, bigEndian(NFULNL_CFG_F_SEQ, 2)),
  )

/** The payload of a request that ends this. */
export const encodeEnd = (group: number): Uint8Array => command(group, NFULNL_CFG_CMD_UNBIND)

/** `struct nfgenmsg`: no family, version 0, the group; then the command. */
const command = (group: number, what: number): Uint8Array =>
  joined(Uint8Array.of(0, 0), bigEndian(group, 2), encodeAttribute(NFULA_CFG_CMD, Uint8Array.of(what)))

/** A packet that a rule has logged. The bytes are views into the message. */
export interface NflogEntry {
  /** The text of the rule. */
  readonly prefix: string
  /** Increases by one with each packet of the group: a gap means lost packets. */
  readonly sequence: number
  /** Indexes of the links; 0 for none. */
  readonly inputIndex: number
  readonly outputIndex: number
  /** ARPHRD_…, 1 for Ethernet; undefined for a packet of the router itself. */
  readonly hardwareType: number | undefined
  /** The link's header, on Ethernet 14 bytes; empty if there is none. */
  readonly linkHeader: Uint8Array
  /** The first bytes of the IP packet. */
  readonly packet: Uint8Array
}

const EMPTY = new Uint8Array()

/** Decodes the payload of an NFULNL_MSG_PACKET. Undefined if it has no packet. */
export function decodeLogEntry(payload: Uint8Array): NflogEntry | undefined {
  const attributes = payload.subarray(NFGENMSG_BYTES)
  const packet = readAttribute(attributes, NFULA_PAYLOAD)
  if (!packet) return undefined
  const view = viewOf(attributes)
  const number = (type: number, size: 2 | 4): number | undefined => {
    const value = findIn(view, 0, attributes.length, type)
    return value === NONE ? undefined : readUint(view, value, size)
  }
  const prefix = readAttribute(attributes, NFULA_PREFIX)
  return {
    prefix: prefix ? new TextDecoder().decode(prefix).replace(/\0.*$/s, '') : '',
    sequence: number(NFULA_SEQ, 4) ?? 0,
    inputIndex: number(NFULA_IFINDEX_INDEV, 4) ?? 0,
    outputIndex: number(NFULA_IFINDEX_OUTDEV, 4) ?? 0,
    hardwareType: number(NFULA_HWTYPE, 2),
    linkHeader: readAttribute(attributes, NFULA_HWHEADER) ?? EMPTY,
    packet,
  }
}
