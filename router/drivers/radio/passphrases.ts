import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Mac } from '../../values/mac.ts'
import type { PassphraseItem } from './item.ts'

const pbkdf2Async = promisify(pbkdf2)

/** The key of a WPA2 network in hexadecimal: IEEE 802.11-2020, J.4.1. It takes milliseconds in another thread. */
export const deriveKey = async (psk: string, ssid: string): Promise<string> =>
  (await pbkdf2Async(psk, ssid, 4096, 32, 'sha1')).toString('hex')

/** Keys of a WPA2 network, each derived once. hostapd would derive all of them whenever it reads their file. */
export interface Keys {
  /** The key of each passphrase in a network of this name; those of other passphrases and names are dropped. */
  of(ssid: string, passphrases: Iterable<string>): Promise<ReadonlyMap<string, string>>
}

export function openKeys(derive: typeof deriveKey): Keys {
  let name: string | undefined
  let kept: ReadonlyMap<string, string> = new Map()
  return {
    async of(ssid, passphrases) {
      const have = name === ssid ? kept : new Map<string, string>()
      const keyOf = async (psk: string) => [psk, have.get(psk) ?? (await derive(psk, ssid))] as const
      kept = new Map(await Promise.all([...new Set(passphrases)].map(keyOf)))
      name = ssid
      return kept
    },
  }
}

/** Passphrases by the identity that they belong to, and what differs between what hostapd has and what it should have. Pure. */
export type Passphrases = ReadonlyMap<string, PassphraseItem>

/** In place of an address: any without an entry. */
const ANY_SAE: Mac = 'ff:ff:ff:ff:ff:ff'
const ANY_WPA2: Mac = '00:00:00:00:00:00'

/** As hostapd's `sae_password` takes it. */
export const saeEntry = (mac: Mac, psk: string): string => `${psk}|mac=${mac}`

/** Passphrases that wait for a device, in the order in which an unknown station tries them over WPA3. */
export const waitingIn = (passphrases: Passphrases): readonly PassphraseItem[] =>
  [...passphrases.values()].filter(({ mac }) => mac === undefined).sort((a, b) => (a.identity < b.identity ? -1 : 1))

/** The passphrases of unknown stations that have tried another one: identities by address. */
type Offered = ReadonlyMap<Mac, string>

/**
 * The entries of the WPA3 network in the order in which hostapd has to be given them: of several that fit it takes the one given
 * last (hostapd 2.10, `parse_sae_password`: each is put before the others). So there is one entry for any address, and it comes first.
 */
export function saeEntries(passphrases: Passphrases, offered: Offered = new Map()): string[] {
  const [first] = waitingIn(passphrases)
  const own = [...passphrases.values()].flatMap((item) => ownEntry(item) ?? [])
  const tried = [...offered].flatMap(([mac, identity]) => {
    const item = passphrases.get(identity)
    return item && !passphrases.has(mac) ? saeEntry(mac, item.psk) : []
  })
  return [...(first ? [saeEntry(ANY_SAE, first.psk)] : []), ...own, ...tried]
}

const ownEntry = ({ mac, psk, wpa2Only }: PassphraseItem): string | undefined =>
  mac === undefined || wpa2Only ? undefined : saeEntry(mac, psk)

/**
 * The file of the WPA2 network. Of several lines that fit a station, hostapd tries all; `keyid` is printed when a station has joined
 * with that line. `keyOf` gives the key that is derived from a passphrase, in hexadecimal.
 */
export const pskFile = (passphrases: Passphrases, keyOf: (psk: string) => string): string =>
  [...passphrases.values()]
    .map(({ mac, identity, psk }) => `keyid=${identity} ${mac ?? ANY_WPA2} ${keyOf(psk)}\n`)
    .join('')

/** What a later process reads of the passphrases that hostapd has. */
export const formatRecord = (passphrases: Passphrases): string => JSON.stringify([...passphrases.values()])

/** Empty for a text that is no record. */
export function parseRecord(text: string): Passphrases {
  try {
    return new Map((JSON.parse(text) as PassphraseItem[]).map((item) => [item.identity, item]))
  } catch {
    return new Map()
  }
}

interface PassphraseChange {
  /** Entries of the WPA3 network that take precedence over those it has; undefined if the list has to be made anew. */
  readonly entries: readonly string[] | undefined
  /** Stations whose passphrase is not valid any more. */
  readonly ended: readonly Mac[]
}

/**
 * What turns one set of passphrases into another in a running WPA3 network; undefined if they are the same. hostapd can remove no
 * single entry: that of a device without a passphrase is overridden with a random one.
 */
export function passphraseChangeOf(
  have: Passphrases,
  want: Passphrases,
  random: () => string = () => crypto.randomUUID(),
): PassphraseChange | undefined {
  const gone = [...have.values()].filter(({ identity }) => !want.has(identity))
  const different = [...want.values()].filter((item) => !isSame(have.get(item.identity), item))
  if (gone.length === 0 && different.length === 0) return undefined
  const ended = [...have.values()].flatMap(({ identity, mac, psk }) =>
    mac !== undefined && want.get(identity)?.psk !== psk ? mac : [],
  )
  // A random passphrase in the place of a device's own would keep its address from a waiting one.
  const isAnew =
    [...gone, ...different].some(({ identity, mac }) => mac === undefined && have.has(identity)) ||
    waitingIn(have)[0]?.identity !== waitingIn(want)[0]?.identity ||
    (gone.length > 0 && waitingIn(want).length > 0)
  if (isAnew) return { entries: undefined, ended }
  const closed = [...gone, ...different.filter(({ wpa2Only }) => wpa2Only)].flatMap(({ mac }) =>
    mac === undefined ? [] : saeEntry(mac, random()),
  )
  return { entries: [...closed, ...different.flatMap((item) => ownEntry(item) ?? [])], ended }
}

const isSame = (have: PassphraseItem | undefined, { psk, wpa2Only }: PassphraseItem): boolean =>
  have?.psk === psk && have.wpa2Only === wpa2Only
