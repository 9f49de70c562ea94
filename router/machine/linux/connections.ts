import { readFile } from 'node:fs/promises'
import { getSystemErrorName } from 'node:util'
import { Refused } from '../../errors.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { joined } from '../../wire/bytes.ts'
import { type Connection, decodeConnection } from '../../wire/conntrack.ts'
import { filtersOf } from '../../wire/conntrack-filter.ts'
import { type ConnectionSelection, matcherOf } from '../../wire/conntrack-selection.ts'
import { parseConnections } from '../../wire/conntrack-text.ts'
import type { NetlinkMessage } from '../../wire/netlink.ts'
import { messageType, NFNL_SUBSYS_CTNETLINK, NFPROTO_IPV4, nfgenmsg } from '../../wire/nfnetlink.ts'
import { nextTurn } from '../turns.ts'
import { dumpInParts, messageOfOutcome, NETLINK_NETFILTER, request } from './netlink.ts'

/** `linux/netfilter/nfnetlink_conntrack.h`. */
const IPCTNL_MSG_CT_GET = messageType(NFNL_SUBSYS_CTNETLINK, 1)
const IPCTNL_MSG_CT_DELETE = messageType(NFNL_SUBSYS_CTNETLINK, 2)

const IPV4 = nfgenmsg(NFPROTO_IPV4)

/** Larger tables are not read as text, since that needs memory for all of it. */
const MOST_AS_TEXT = 4096
/** Parsing so many characters takes about a millisecond: 160 connections. */
const TEXT_AT_ONCE = 32_768

/** The table as text; undefined if it is too long or the kernel has no such file (CONFIG_NF_CONNTRACK_PROCFS). */
async function readText(): Promise<string | undefined> {
  try {
    const count = await readFile('/proc/sys/net/netfilter/nf_conntrack_count', 'utf8')
    return Number(count) > MOST_AS_TEXT ? undefined : await readFile('/proc/self/net/nf_conntrack', 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Reads the selected entries of the kernel's connection table in parts. A netlink dump takes milliseconds even for an empty
 * table, since the kernel locks each of a quarter of a million buckets; so a short table is read as text. Of a long one the
 * kernel filters the entries as far as it can and sends them in parts: memory use does not depend on its length.
 */
export async function* connections(of: ConnectionSelection): AsyncGenerator<readonly Connection[]> {
  const text = await readText()
  const found = text === undefined ? undefined : await parseInTurns(text, of)
  if (found) {
    for (const [index, part] of found.entries()) {
      if (index > 0) await nextTurn()
      yield part
    }
    return
  }
  const wanted = matcherOf(of)
  const reading = { part: 0 }
  const read = (message: NetlinkMessage): Connection | undefined => decodeConnection(message.payload, wanted, reading)
  for (const filter of filtersOf(of)) {
    const get = { type: IPCTNL_MSG_CT_GET, payload: joined(IPV4, filter) }
    for await (const part of dumpInParts(NETLINK_NETFILTER, get, read)) {
      yield part
      reading.part++
    }
  }
}

/** In parts, each parsed in a turn of the event loop. Undefined for a text that does not identify each connection. */
export async function parseInTurns(text: string, of: ConnectionSelection): Promise<Connection[][] | undefined> {
  const parts: Connection[][] = []
  for (let start = 0; start < text.length; ) {
    if (start > 0) await nextTurn()
    const line = text.indexOf('\n', start + TEXT_AT_ONCE)
    const end = line < 0 ? text.length : line + 1
    const part = parseConnections(text.slice(start, end), of)
    if (!part) return undefined
    if (part.length > 0) parts.push(part)
    start = end
  }
  return parts
}

/** A request without a tuple would delete all entries: `entry` always begins with the original tuple. */
export async function endConnections(ended: readonly Connection[]): Promise<void> {
  const outcomes = await request(
    NETLINK_NETFILTER,
    ended.map(({ entry }) => ({ type: IPCTNL_MSG_CT_DELETE, flags: 0, payload: joined(IPV4, entry) })),
  )
  for (const outcome of outcomes)
    if (outcome.errno !== 0 && getSystemErrorName(-outcome.errno) !== 'ENOENT')
      throw new Refused(verbatim(messageOfOutcome(outcome)))
}
