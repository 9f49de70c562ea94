import { createHash } from 'node:crypto'
import type { Core } from '../../../../core.ts'
import { CommandFailed, FailedAttempt } from '../../../../errors.ts'
import type { Fetched } from '../../../../machine/fetching.ts'
import type { Machine } from '../../../../machine/machine.ts'
import type { BlockList } from '../../../../model/dns/blocklists/blocklist.ts'
import type { Found } from '../../../../model/dns/names/found.ts'
import { type Phrase, phrase } from '../../../../phrases/phrase.ts'
import { type Ip, isIp } from '../../../../values/ip.ts'
import { reachOf } from '../../../../values/subnet.ts'
import { type Document, type ListRefusal, openSniffer, refusalOfDocument } from './document.ts'
import { fileOf, type KeptList } from './kept.ts'

/** From the first look-up to the last byte, including redirects. */
const MOST_MS = 35_000
const MOST_MOVES = 5

export interface DownloadDeps extends Pick<Core, 'isRouter' | 'authorities'> {
  readonly machine: Pick<Machine, 'clock' | 'fetchFile'>
  readonly resolver: { lookUp(name: string): Promise<Found | undefined> }
  readonly directory: string
  /** Bytes, uncompressed. */
  readonly mostBytes: number
  /** Starts to read the text of a list. */
  readonly inspect: () => Inspection
  /** Why a text without entries is refused. */
  readonly emptyReason: Phrase
}

/** Reads the text of a list while it is fetched. */
export interface Inspection {
  push(bytes: Uint8Array): void
  /** After the last byte. */
  counts(): Pick<Document, 'entries' | 'foreign'>
}

/** A list at an address, and whether it is fetched. */
export interface FetchedList extends Pick<BlockList, 'URI' | 'Enabled'> {
  readonly AllowPrivate?: boolean | undefined
}

interface FetchState {
  /** What is stored of the list. */
  readonly kept: KeptList | undefined
  /** The owner accepts a document that differs too much. */
  readonly accepts: boolean
  readonly onBytes: (bytes: number) => void
}

/**
 * Fetches a list if it differs from the stored one. Returns what is stored of it then, or the refusal of a document that is not the
 * list, unless the owner `accepts` it. On failure throws an error with the reason and changes nothing. Each host name, also of redirects, is resolved once and the connection uses that address, so
 * that a second answer cannot differ (DNS rebinding). Nothing is fetched from private networks, unless the owner entered
 * such an address and allows it, and nothing from this router.
 */
export async function fetchList(
  deps: DownloadDeps,
  { URI, AllowPrivate }: FetchedList,
  { kept, accepts, onBytes }: FetchState,
): Promise<KeptList | ListRefusal> {
  const { machine, authorities, directory, mostBytes, inspect, emptyReason } = deps
  const { clock } = machine
  const file = fileOf(URI)
  const end = clock.monotonic() + MOST_MS
  let url = new URL(URI)
  for (let moves = 0; ; moves++) {
    const text = createHash('sha256')
    const inspection = inspect()
    const sniffer = openSniffer()
    let counts = { entries: 0, foreign: 0 }
    let refusal: ListRefusal | undefined
    const fetched = await machine
      .fetchFile({
        url: url.href,
        ip: await addressOf(url, AllowPrivate === true && moves === 0, deps),
        path: `${directory}/${file}`,
        known: kept && { etag: kept.etag, modified: kept.modified },
        mostBytes,
        timeoutMs: Math.max(1, end - clock.monotonic()),
        authorities,
        onBytes(bytes) {
          text.update(bytes)
          sniffer.push(bytes)
          inspection.push(bytes)
          onBytes(bytes.length)
        },
        refuse(type) {
          counts = inspection.counts()
          refusal = refusalOfDocument({ type, format: sniffer.format(), ...counts }, kept)
          if (refusal && !(accepts && refusal.isAcceptable)) return refusal.reason
          return counts.entries === 0 ? emptyReason : undefined
        },
      })
      .catch((error) => {
        if (refusal) return refusal
        throw error instanceof CommandFailed ? new FailedAttempt(error.reason, { cause: error }) : error
      })
    if ('isAcceptable' in fetched) return fetched
    const fetchedAt = clock.now()
    if (fetched.kind === 'new')
      return { URI, file, version: text.digest('hex'), fetchedAt, ...counts, ...versionOf(fetched) }
    if (fetched.kind === 'unchanged') return { ...kept!, fetchedAt }
    if (moves === MOST_MOVES) throw new FailedAttempt(phrase('dns.listRedirectsTooMany', MOST_MOVES))
    url = movedTo(url, fetched.to)
  }
}

const versionOf = ({ bytes, etag, modified }: Extract<Fetched, { kind: 'new' }>) => ({
  bytes,
  ...(etag === undefined ? {} : { etag }),
  ...(modified === undefined ? {} : { modified }),
})

function movedTo(from: URL, to: string): URL {
  if (!URL.canParse(to, from.href)) throw new FailedAttempt(phrase('dns.listRedirectUnreadable'))
  const url = new URL(to, from.href)
  if (url.protocol !== 'https:' && url.protocol !== from.protocol)
    throw new FailedAttempt(phrase('dns.listRedirectScheme', url.protocol))
  return url
}

async function addressOf(
  { hostname }: URL,
  allowsPrivate: boolean,
  { resolver, isRouter }: Pick<DownloadDeps, 'resolver' | 'isRouter'>,
): Promise<Ip> {
  if (isIp(hostname)) {
    const reach = reachOf(hostname)
    if (reach !== 'public' && !(reach === 'private' && allowsPrivate))
      throw new FailedAttempt(phrase('dns.listAddressNotPublic', hostname))
    if (isRouter(hostname)) throw new FailedAttempt(phrase('vpn.routerAddressUsed', hostname))
    return hostname
  }
  if (hostname.startsWith('[')) throw new FailedAttempt(phrase('dns.listIpv4Only'))
  const found = await resolver.lookUp(hostname)
  if (!found) throw new FailedAttempt(phrase('dns.hostUnresolved', hostname))
  const outside = found.ips.filter((one) => reachOf(one) === 'public')
  const ip = outside.find((one) => !isRouter(one))
  if (ip === undefined && outside.length > 0) throw new FailedAttempt(phrase('vpn.routerAddressUsed', hostname))
  if (ip === undefined) throw new FailedAttempt(phrase('dns.listHostNotPublic', hostname))
  return ip
}
