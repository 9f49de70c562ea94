import type { NameOwner, Names } from './names.ts'

/** What a message of SSDP does: it asks, it announces, or it answers. UPnP Device Architecture 2.0 §1.2, §1.3. */
export type SsdpMessage =
  | { readonly kind: 'question'; readonly answeredWithinMs: number }
  | { readonly kind: 'announcement' | 'answer' }

const KINDS: ReadonlyMap<string, 'announcement' | 'answer'> = new Map([
  ['NOTIFY * HTTP/1.1', 'announcement'],
  ['HTTP/1.1 200 OK', 'answer'],
])

/** Devices delay their answers for up to MX seconds. Some clients send more than the 5 that are valid. §1.3.2. */
const MX_SECONDS = { least: 1, most: 10 }
/** For devices that sleep between two beacons of their radio, and for answers that are sent one after another. */
const MORE_SECONDS = 3

/** Headers with the URL of the sender's description. `AL` is of the drafts of SSDP. */
const isLocation = (name: string): boolean => name === 'AL' || name.includes('LOCATION')

/**
 * A message that its sender may send to other devices. Undefined for a message with another form, with a location that is not at the
 * sender's address, with an identity that another device has announced, and for a goodbye of an identity that the sender has not
 * announced.
 */
export function permittedSsdp(payload: Uint8Array, sender: NameOwner, names: Names): SsdpMessage | undefined {
  const [start, ...lines] = Buffer.from(payload).toString('latin1').split('\r\n')
  if (start === 'M-SEARCH * HTTP/1.1') return { kind: 'question', answeredWithinMs: waitOf(lines) }
  const kind = KINDS.get(start!)
  const headers = headersOf(lines)
  if (!kind || !headers?.every(({ name, value }) => !isLocation(name) || isAt(value, sender.ip))) return undefined
  const valuesOf = (wanted: string): string[] => headers.flatMap(({ name, value }) => (name === wanted ? [value] : []))
  const identities = valuesOf('USN').map((value) => `usn ${value.split('::', 1)[0]!.toLowerCase()}`)
  const isGoodbye = valuesOf('NTS').some((value) => value.toLowerCase() === 'ssdp:byebye')
  const isOwn = (identity: string): boolean =>
    isGoodbye ? names.ownerOf(identity)?.mac === sender.mac : names.claim(identity, sender)
  if (identities.length !== 1 && (isGoodbye || identities.length > 1)) return undefined
  return identities.every(isOwn) ? { kind } : undefined
}

/** The time after which a search gets no more answers. */
function waitOf(lines: readonly string[]): number {
  const [, seconds = '0'] = lines.map((line) => /^MX[ \t]*:[ \t]*(\d{1,4})[ \t]*$/i.exec(line)).find(Boolean) ?? []
  return (Math.min(Math.max(Number(seconds), MX_SECONDS.least), MX_SECONDS.most) + MORE_SECONDS) * 1000
}

/** The headers before the empty line. Undefined if one is continued, or ends in a way that other programs read differently. */
function headersOf(lines: readonly string[]): { name: string; value: string }[] | undefined {
  const headers: { name: string; value: string }[] = []
  for (const line of lines) {
    if (line === '') break
    const [, name, value] = /^([!-9;-~]+)[ \t]*:([^\r\n\0]*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    headers.push({ name: name.toUpperCase(), value: value.trim() })
  }
  return headers
}

/** Whether a URL is at this address. A pattern, since programs read unusual URLs differently. */
export function isAt(url: string, ip: string): boolean {
  const [, host] = /^<?https?:\/\/([\d.]+)(?::\d{1,5})?(?:\/[!-~]*)?$/i.exec(url) ?? []
  return host === ip
}
