import { readFile } from 'node:fs/promises'
import { getSystemErrorName } from 'node:util'
import { Refused } from '../../errors.ts'
import { type Connection, decodeConnection } from '../../wire/conntrack.ts'
import { parseConnections } from '../../wire/conntrack-text.ts'
import { joined } from '../../wire/netlink.ts'
import { dump, NETLINK_NETFILTER, request, wordsOf } from './netlink.ts'

/** `linux/netfilter/nfnetlink.h` and `nfnetlink_conntrack.h`. */
const NFNL_SUBSYS_CTNETLINK = 1 << 8
const IPCTNL_MSG_CT_GET = NFNL_SUBSYS_CTNETLINK | 1
const IPCTNL_MSG_CT_DELETE = NFNL_SUBSYS_CTNETLINK | 2

/** `struct nfgenmsg`: AF_INET, version, resource. */
const IPV4 = Uint8Array.of(2, 0, 0, 0)

/** The text of the kernel's table, or undefined where the kernel has none (CONFIG_NF_CONNTRACK_PROCFS). */
const readText = (): Promise<string | undefined> =>
  readFile('/proc/self/net/nf_conntrack', 'utf8').catch(() => undefined)

/**
 * One walk over the kernel's table. By netlink it costs milliseconds even when the table is empty, since each of a quarter
 * of a million buckets is locked; so where there is one, its text is read instead.
 */
export async function connections(of: readonly string[] | 'all'): Promise<readonly Connection[]> {
  const text = await readText()
  const found = text === undefined ? undefined : parseConnections(text, of)
  if (found) return found
  const among = new Set(of === 'all' ? [] : of)
  const wanted = of === 'all' ? () => true : (ip: string) => among.has(ip)
  return dump(NETLINK_NETFILTER, { type: IPCTNL_MSG_CT_GET, payload: IPV4 }, ({ payload }) =>
    decodeConnection(payload, wanted),
  )
}

/** A request that names no entry would end all of them: `entry` always begins with the opener's tuple. */
export async function endConnections(ended: readonly Connection[]): Promise<void> {
  const outcomes = await request(
    NETLINK_NETFILTER,
    ended.map(({ entry }) => ({ type: IPCTNL_MSG_CT_DELETE, flags: 0, payload: joined(IPV4, entry) })),
  )
  for (const outcome of outcomes)
    if (outcome.errno !== 0 && getSystemErrorName(-outcome.errno) !== 'ENOENT') throw new Refused(wordsOf(outcome))
}
