import type { NameOwner, Names } from './names.ts'

/** What a message of SSDP does: it asks, or it announces. UPnP Device Architecture 2.0 §1.2, §1.3. */
export type SsdpKind = 'question' | 'announcement'

/** Headers with the URL of the sender's description. `AL` is of the drafts of SSDP. */
const isLocation = (name: string): boolean => name === 'AL' || name.includes('LOCATION')

/**
 * The kind of a message that its sender may send to other devices. Undefined for a message with another form, with a location that
 * is not at the sender's address, with an identity that another device has announced, and for a goodbye of an identity that the
 * sender has not announced.
 */
export function permittedSsdp(payload: Uint8Array, sender: NameOwner, names: Names): SsdpKind | undefined {
  const [start, ...lines] = Buffer.from(payload).toString('latin1').split('\r\n')
  if (start === 'M-SEARCH * HTTP/1.1') return 'question'
  if (start !== 'NOTIFY * HTTP/1.1') return undefined
  const headers = headersOf(lines)
  if (!headers?.every(({ name, value }) => !isLocation(name) || isAt(value, sender.ip))) return undefined
  const valuesOf = (wanted: string): string[] => headers.flatMap(({ name, value }) => (name === wanted ? [value] : []))
  const identities = valuesOf('USN').map((value) => `usn ${value.split('::', 1)[0]!.toLowerCase()}`)
  const isGoodbye = valuesOf('NTS').some((value) => value.toLowerCase() === 'ssdp:byebye')
  const isOwn = (identity: string): boolean =>
    isGoodbye ? names.ownerOf(identity)?.mac === sender.mac : names.claim(identity, sender)
  if (identities.length !== 1 && (isGoodbye || identities.length > 1)) return undefined
  return identities.every(isOwn) ? 'announcement' : undefined
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
function isAt(url: string, ip: string): boolean {
  const [, host] = /^<?https?:\/\/([\d.]+)(?::\d{1,5})?(?:\/[!-~]*)?$/i.exec(url) ?? []
  return host === ip
}
