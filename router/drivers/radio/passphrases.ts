import type { Mac } from '../../values/mac.ts'
import type { PassphraseItem } from './item.ts'

/** Passphrases by the identity that they belong to, and what differs between what hostapd has and what it should have. Pure. */
export type Passphrases = ReadonlyMap<string, PassphraseItem>

/** In place of an address: any that has no entry of its own. */
export const ANY_SAE: Mac = 'ff:ff:ff:ff:ff:ff'
const ANY_WPA2: Mac = '00:00:00:00:00:00'

/** As hostapd's `sae_password` takes it. */
export const saeEntry = (mac: Mac, psk: string): string => `${psk}|mac=${mac}`

/**
 * Entries in the order in which hostapd has to be given them: of several that fit it takes the one given last, so that those
 * for any address come first. (hostapd 2.10, `hostapd_config_read_sae_passwords`: each is put before the others.)
 */
export const waitingLast = (passphrases: Passphrases): readonly PassphraseItem[] =>
  [...passphrases.values()].sort((a, b) => Number(a.mac !== undefined) - Number(b.mac !== undefined))

/** The file of the WPA2 network. `keyid` is printed when a station has joined with that line. */
export const pskFile = (passphrases: Passphrases): string =>
  waitingLast(passphrases)
    .map(({ mac, identity, psk }) => `keyid=${identity} ${mac ?? ANY_WPA2} ${psk}\n`)
    .join('')

/** What `pskFile` has made. */
export const parsePskFile = (text: string): Passphrases =>
  new Map(
    [...text.matchAll(/^keyid=(\S+) (\S+) (.*)$/gm)].map(([, identity = '', mac = '', psk = '']) => [
      identity,
      { kind: 'passphrase', identity, mac: mac === ANY_WPA2 ? undefined : mac, psk },
    ]),
  )

export interface PassphraseChange {
  /** Commands to the control interface of a WPA3 network, in their order. */
  readonly commands: readonly string[]
  /** Stations that joined with what no longer holds. */
  readonly ended: readonly Mac[]
}

/**
 * What turns one set of passphrases into another in a running WPA3 network. Nobody else is dropped. An entry is added or
 * replaced by one command; one that goes, or is for any address, needs the list made anew.
 */
export function changeOf(have: Passphrases, want: Passphrases): PassphraseChange {
  const gone = [...have.values()].filter(({ identity }) => !want.has(identity))
  const different = [...want.values()].filter(({ identity, psk }) => have.get(identity)?.psk !== psk)
  const ended = [...gone, ...different.filter(({ identity }) => have.has(identity))].flatMap(({ mac }) => mac ?? [])
  const inOrder = gone.length === 0 && different.every(({ mac }) => mac !== undefined)
  const entries = (inOrder ? different : waitingLast(want)).map(
    ({ mac, psk }) => `SET sae_password ${saeEntry(mac ?? ANY_SAE, psk)}`,
  )
  const commands = inOrder ? entries : ['SET sae_password ', ...entries]
  // With hash-to-element each command derives the keys of all entries again. With it switched off during the change, they are derived once.
  const atOnce = commands.length > 1 ? ['SET sae_pwe 0', ...commands, 'SET sae_pwe 2'] : commands
  return { commands: atOnce, ended }
}
