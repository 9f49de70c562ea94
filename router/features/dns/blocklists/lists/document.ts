import { type Phrase, phrase } from '../../../../phrases/phrase.ts'
import { openUtf16 } from '../../../../store/blocklists/reader.ts'

type FormatCode =
  | 'dns.listIsWebPage'
  | 'dns.listIsBinary'
  | 'dns.listIsZip'
  | 'dns.listIs7z'
  | 'dns.listIsXz'
  | 'dns.listIsZstd'
  | 'dns.listIsBzip2'
  | 'dns.listIsGzip'
  | 'dns.listIsPdf'

/** A downloaded document, as far as it says whether it is a list. */
export interface Document {
  /** The Content-Type of the response. */
  readonly type: string | undefined
  /** What the first bytes show; see `openSniffer`. */
  readonly format: FormatCode | undefined
  readonly entries: number
  /** Lines that are no entries of a list. */
  readonly foreign: number
}

/** Why a document does not replace a list. An owner who knows the list may accept it. */
export interface ListRefusal {
  readonly reason: Phrase
  readonly isAcceptable: boolean
}

/** Media types that no list has. Servers send lists as `text/plain`, `application/octet-stream`, and other types. RFC 9110 §8.3. */
const PAGE_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/
const OTHER_TYPE = /^(?:image|audio|video|font)\//
/** A smaller share of the entries before is a collapse. */
const LEAST_SHARE = 0.1

/**
 * Why a document is not stored in place of `before`, the list that is in force; undefined if it is. A server that replaces a file by a
 * page sends status 200, and one plausible line would make any document a list.
 */
export function refusalOfDocument(
  { type, format, entries, foreign }: Document,
  before: { readonly entries?: number | undefined; readonly foreign?: number | undefined } | undefined,
): ListRefusal | undefined {
  const media = (type ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (format !== undefined) return { reason: phrase(format), isAcceptable: false }
  if (PAGE_TYPE.test(media)) return { reason: phrase('dns.listIsWebPage'), isAcceptable: entries > 0 }
  if (OTHER_TYPE.test(media))
    return { reason: phrase('dns.listIsMedia', media.slice(0, 40)), isAcceptable: entries > 0 }
  // Reasons for an empty document are those of the kind of list.
  if (entries === 0) return undefined
  const wasForeign = before?.entries !== undefined && (before.foreign ?? 0) > before.entries
  if (foreign > entries && !wasForeign) {
    const reason = phrase('dns.listMostlyUnreadable', foreign, foreign + entries)
    return { reason, isAcceptable: true }
  }
  if (before?.entries !== undefined && entries < before.entries * LEAST_SHARE)
    return { reason: phrase('dns.listShrunk', before.entries, entries), isAcceptable: true }
  return undefined
}

/** First bytes of formats that are not text. */
const SIGNATURES: readonly (readonly [bytes: string, format: FormatCode])[] = [
  ['504b0304', 'dns.listIsZip'],
  ['377abcaf271c', 'dns.listIs7z'],
  ['fd377a585a00', 'dns.listIsXz'],
  ['28b52ffd', 'dns.listIsZstd'],
  ['425a68', 'dns.listIsBzip2'],
  ['1f8b', 'dns.listIsGzip'],
  ['25504446', 'dns.listIsPdf'],
]
/** As in the MIME Sniffing Standard, §5.2. */
const SNIFFED_BYTES = 1445

/** Recognizes documents by their first bytes, which come in chunks of any size. */
export function openSniffer() {
  const head = Buffer.alloc(SNIFFED_BYTES)
  let length = 0
  return {
    push(bytes: Uint8Array): void {
      const taken = bytes.subarray(0, head.length - length)
      head.set(taken, length)
      length += taken.length
    },
    /** The code of the message that names it; undefined for text that is no page. */
    format: (): FormatCode | undefined => formatOf(head.subarray(0, length)),
  }
}

function formatOf(head: Buffer): FormatCode | undefined {
  const hex = head.toString('hex', 0, 8)
  const known = SIGNATURES.find(([bytes]) => hex.startsWith(bytes))
  if (known) return known[1]
  const text = openUtf16(head)?.decode(head) ?? head.toString('utf8').replace(/^\ufeff/, '')
  // No list begins with a tag.
  if (/^\s*</.test(text)) return 'dns.listIsWebPage'
  return text.includes('\0') ? 'dns.listIsBinary' : undefined
}
