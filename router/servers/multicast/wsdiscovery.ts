import type { NameOwner, Names } from './names.ts'
import { isAt } from './ssdp.ts'

/** What a message of WS-Discovery does, and its bytes with the transport addresses that its sender may announce. */
export type WsDiscoveryMessage =
  | { readonly kind: 'question'; readonly answeredWithinMs: number; readonly payload: Uint8Array }
  | { readonly kind: 'announcement' | 'answer'; readonly payload: Uint8Array }

/** The time for which clients wait for matches: MATCH_TIMEOUT, WS-Discovery 2005/04 §2.4. */
const ANSWERED_WITHIN_MS = 10_000

/** The versions of Microsoft (2005/04) and OASIS (1.1, 2009/01). */
const ACTION =
  /^http:\/\/(?:schemas\.xmlsoap\.org\/ws\/2005\/04\/discovery|docs\.oasis-open\.org\/ws-dd\/ns\/discovery\/2009\/01)\/(\w+)$/
const KINDS: ReadonlyMap<string, WsDiscoveryMessage['kind']> = new Map([
  ['Probe', 'question'],
  ['Resolve', 'question'],
  ['Hello', 'announcement'],
  ['Bye', 'announcement'],
  ['ProbeMatches', 'answer'],
  ['ResolveMatches', 'answer'],
])

const NAME = '(?:[\\w.-]+:)?'
const ENVELOPE = new RegExp(
  `^\\s*(?:<\\?xml(?![^<>]*encoding=["'](?!utf-8))[^<>]*\\?>\\s*)?<${NAME}Envelope[\\s>]`,
  'i',
)
// The text of an element is matched with its white space, which is removed afterwards: with two patterns for the same characters, one
// packet would take a second.
const ACTIONS = new RegExp(`<${NAME}Action(?:\\s[^<>]*)?>([^<>]*)</`, 'g')
const IDENTITIES = new RegExp(
  `<${NAME}EndpointReference(?:\\s[^<>]*)?>\\s*<${NAME}Address(?:\\s[^<>]*)?>([^<>]*)</`,
  'g',
)
const ADDRESSES = new RegExp(`(<(${NAME}XAddrs)(?:\\s[^<>]*)?>)([^<>]*)(</\\2\\s*>)`, 'g')

/**
 * A message that its sender may send to other devices. Transport addresses (XAddrs) that are not at the sender's address, as those
 * of IPv6, are removed. Undefined if no address is left where there was one, for an identity that another device has announced, for
 * a goodbye of an identity that the sender has not announced, and for a form of XML in which such elements could be hidden.
 */
export function permittedWsDiscovery(
  payload: Uint8Array,
  sender: NameOwner,
  names: Names,
): WsDiscoveryMessage | undefined {
  const text = Buffer.from(payload).toString('latin1')
  // Comments, CDATA and entities.
  if (!ENVELOPE.test(text) || text.includes('<!')) return undefined
  const [action = '', ...otherActions] = textsOf(text, ACTIONS)
  const type = ACTION.exec(action)?.[1] ?? ''
  const kind = KINDS.get(type)
  if (!kind || otherActions.length > 0) return undefined
  if (kind === 'question') return { kind, answeredWithinMs: ANSWERED_WITHIN_MS, payload }

  const identities = textsOf(text, IDENTITIES).map((address) => `ws ${address.toLowerCase()}`)
  const isOwn = (identity: string): boolean =>
    type === 'Bye' ? names.ownerOf(identity)?.mac === sender.mac : names.claim(identity, sender)
  const permitted = withOwnAddresses(text, sender.ip)
  if (permitted === undefined || identities.length !== count(text, 'EndpointReference') / 2) return undefined
  return identities.every(isOwn) ? { kind, payload: Buffer.from(permitted, 'latin1') } : undefined
}

const textsOf = (text: string, element: RegExp): string[] =>
  [...text.matchAll(element)].map(([, found = '']) => found.trim())

/** The text without transport addresses of others. Undefined if an element has no other address, or another form. */
function withOwnAddresses(text: string, ip: string): string | undefined {
  let isEmptied = false
  let elements = 0
  const permitted = text.replaceAll(ADDRESSES, (_, start: string, _name, list: string, end: string) => {
    elements++
    const urls = list.split(/\s+/).filter(Boolean)
    const own = urls.filter((url) => isAt(url, ip))
    if (urls.length > 0 && own.length === 0) isEmptied = true
    return `${start}${own.join(' ')}${end}`
  })
  return isEmptied || count(text, 'XAddrs') !== elements * 2 ? undefined : permitted
}

const count = (text: string, word: string): number => text.split(word).length - 1
