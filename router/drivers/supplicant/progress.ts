import type { ConnectionNote } from '../../model/internet/connection/connection.ts'
import type { WifiNetwork } from '../../model/internet/connection/wifi.ts'
import type { SupplicantEvent } from '../../wire/supplicant.ts'

/** How far a station has come, from the events of wpa_supplicant. Pure. */

const TROUBLES = ['wrong passphrase', 'refused', 'not in range'] as const
type Trouble = (typeof TROUBLES)[number]

export interface StationProgress {
  /** The networks that it may join, by the number that wpa_supplicant has given them. */
  readonly networks: ReadonlyMap<number, Pick<WifiNetwork, 'SSID'>>
  readonly connected: number | undefined
  /** The number of the network that was tried last. */
  readonly tried: number | undefined
  readonly troubles: ReadonlyMap<number, Trouble>
  /** The name of the network that it has joined, or had last. */
  readonly last: string
}

export const BEGINNING: StationProgress = {
  networks: new Map(),
  connected: undefined,
  tried: undefined,
  troubles: new Map(),
  last: '',
}

/** With other networks: what was true of one that is there no more is dropped. */
export function withNetworks(before: StationProgress, networks: StationProgress['networks']): StationProgress {
  const isThere = (id: number | undefined): boolean => id !== undefined && networks.has(id)
  const same = (id: number): boolean => before.networks.get(id)?.SSID === networks.get(id)?.SSID
  return {
    ...before,
    networks,
    connected: isThere(before.connected) ? before.connected : undefined,
    tried: isThere(before.tried) ? before.tried : undefined,
    troubles: new Map([...before.troubles].filter(([id]) => isThere(id) && same(id))),
  }
}

export function after(before: StationProgress, event: SupplicantEvent): StationProgress {
  const { networks, troubles, tried } = before
  const without = (...ids: readonly number[]) => new Map([...troubles].filter(([id]) => !ids.includes(id)))
  switch (event.kind) {
    case 'connected':
      return {
        ...before,
        connected: event.id,
        tried: event.id,
        troubles: without(event.id),
        last: networks.get(event.id)?.SSID ?? before.last,
      }
    case 'disconnected':
      return { ...before, connected: undefined }
    case 'trying': {
      const named = [...networks].filter(([, { SSID }]) => SSID === event.ssid).map(([id]) => id)
      // A wrong passphrase stays wrong while it is tried again.
      return {
        ...before,
        tried: named[0] ?? tried,
        troubles: without(...named.filter((id) => troubles.get(id) === 'not in range')),
      }
    }
    case 'not found':
      return {
        ...before,
        troubles: new Map([...[...networks.keys()].map((id) => [id, 'not in range'] as const), ...troubles]),
      }
    case 'refused':
    case 'wrong passphrase': {
      const id = event.id ?? tried
      if (id === undefined || (event.kind === 'refused' && troubles.get(id) === 'wrong passphrase')) return before
      return { ...before, troubles: new Map([...troubles, [id, event.kind]]) }
    }
  }
}

/** The state of a station, with what is known about its networks. */
export interface StationState {
  readonly state: 'connected' | 'connecting' | 'searching' | 'idle' | Trouble
  readonly network: string
  readonly notes: readonly ConnectionNote[]
}

const CODES: Readonly<Record<Trouble, ConnectionNote['Code']>> = {
  'wrong passphrase': 'wrong_passphrase',
  refused: 'network_refuses',
  'not in range': 'not_in_range',
}

export function stateOfStation({ networks, connected, tried, troubles, last }: StationProgress): StationState {
  const note = (Code: ConnectionNote['Code'], id?: number): ConnectionNote => ({
    Code,
    Text: id === undefined ? '' : (networks.get(id)?.SSID ?? ''),
  })
  const network = last
  if (connected !== undefined) return { state: 'connected', network, notes: [note('connected', connected)] }
  if (networks.size === 0) return { state: 'idle', network, notes: [note('no_network')] }
  const worst = TROUBLES.find((trouble) => [...troubles.values()].includes(trouble))
  if (worst !== undefined) {
    const inOrder = [...troubles].sort(([, a], [, b]) => TROUBLES.indexOf(a) - TROUBLES.indexOf(b))
    return { state: worst, network, notes: inOrder.map(([id, trouble]) => note(CODES[trouble], id)) }
  }
  if (tried !== undefined) return { state: 'connecting', network, notes: [note('connecting', tried)] }
  return { state: 'searching', network, notes: [note('searching')] }
}
