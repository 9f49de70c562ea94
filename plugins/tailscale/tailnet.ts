import { InvalidInput, type LogIn } from './input.ts'
import type { LocalApi } from './localapi.ts'

/** A node of the tailnet. */
export interface Peer {
  readonly Name: string
  readonly OS: string
  readonly Addresses: readonly string[]
  readonly Online: boolean
  /** `direct`, `relay` through a DERP server, or empty while no packets are exchanged. */
  readonly Connection: 'direct' | 'relay' | ''
}

/** A range that the tailnet is offered. */
export interface Route {
  readonly Route: string
  /** An administrator of the tailnet has permitted it, or its access rules do. */
  readonly Approved: boolean
}

/** The state of the household's node. */
export interface State {
  /** As tailscaled names it: `NeedsLogin`, `NeedsMachineAuth`, `Starting`, `Running` and others. */
  readonly State: string
  /** Where the owner completes the log-in; empty if there is nothing to complete. */
  readonly AuthURL: string
  readonly ControlURL: string
  readonly Hostname: string
  /** The name of the tailnet; empty before the log-in. */
  readonly Tailnet: string
  readonly Addresses: readonly string[]
  readonly Version: string
  /** Sentences about what does not work. */
  readonly Problems: readonly string[]
  readonly Routes: readonly Route[]
  readonly Peers: readonly Peer[]
}

/** Fields of `ipnstate.PeerStatus`. */
interface PeerStatus {
  readonly HostName: string
  readonly DNSName: string
  readonly OS: string
  readonly TailscaleIPs: readonly string[] | null
  readonly AllowedIPs?: readonly string[]
  readonly CurAddr: string
  readonly Relay: string
  readonly Active: boolean
  readonly Online: boolean
  /** False for a node that has left, while its last packets are counted. */
  readonly InNetworkMap: boolean
}

/** Fields of `ipnstate.Status`. */
export interface Status {
  readonly Version: string
  readonly BackendState: string
  readonly AuthURL: string
  readonly TailscaleIPs: readonly string[] | null
  readonly Self: PeerStatus | null
  readonly Health: readonly string[] | null
  readonly CurrentTailnet: { readonly Name: string } | null
  readonly Peer: Readonly<Record<string, PeerStatus>> | null
}

/** Fields of `ipn.Prefs`. */
export interface Prefs {
  readonly ControlURL: string
  readonly Hostname: string
  readonly AdvertiseRoutes: readonly string[] | null
}

/** Settings of tailscaled that the owner cannot change: the node forwards into the household and does nothing else. */
const CONFINED = {
  RouteAll: false,
  CorpDNS: false,
  ShieldsUp: false,
  RunSSH: false,
  RunWebClient: false,
  AutoUpdate: { Check: false, Apply: false },
  PostureChecking: false,
}

/** States in which there is a log-in that a new one would replace. */
const LOGGED_IN = ['Running', 'Starting', 'NeedsMachineAuth']

/** The household's node in a tailnet. Calls throw `TailscaledError`. */
export class Tailnet {
  readonly #api: LocalApi

  constructor(api: LocalApi) {
    this.#api = api
  }

  async state(): Promise<State> {
    const [status, prefs] = await Promise.all([this.#status(), this.#prefs()])
    return stateOf(status, prefs)
  }

  /** Starts a log-in. Without a key, the state has the URL to complete it soon after. Throws `InvalidInput` if there is a log-in. */
  async logIn({ ControlURL, Hostname, AuthKey }: LogIn): Promise<void> {
    const { BackendState } = await this.#status()
    if (LOGGED_IN.includes(BackendState)) throw new InvalidInput('Log out of the present tailnet first.')
    const prefs = { ...(await this.#prefs()), ...CONFINED, ControlURL, Hostname, WantRunning: true, LoggedOut: false }
    await this.#api.call('POST', 'start', { UpdatePrefs: prefs, AuthKey })
    await this.#api.call('POST', 'login-interactive')
  }

  /** Offers these ranges to the tailnet, and no others. */
  async offer(AdvertiseRoutes: readonly string[]): Promise<void> {
    await this.#api.call('PATCH', 'prefs', { AdvertiseRoutes, AdvertiseRoutesSet: true })
  }

  /** Logs out; the keys of the node are deleted, and the control server removes it. */
  async logOut(): Promise<void> {
    await this.#api.call('POST', 'logout')
  }

  #status = async (): Promise<Status> => (await this.#api.call('GET', 'status')) as Status
  #prefs = async (): Promise<Prefs> => (await this.#api.call('GET', 'prefs')) as Prefs
}

/** What pages show, of what tailscaled returns. */
export function stateOf(status: Status, { ControlURL, Hostname, AdvertiseRoutes }: Prefs): State {
  return {
    State: status.BackendState,
    AuthURL: status.AuthURL,
    ControlURL,
    Hostname,
    Tailnet: status.CurrentTailnet?.Name ?? '',
    Addresses: status.TailscaleIPs ?? [],
    Version: status.Version.split('-')[0] ?? '',
    Problems: status.Health ?? [],
    Routes: (AdvertiseRoutes ?? []).map((Route) => ({
      Route,
      Approved: status.Self?.AllowedIPs?.includes(Route) ?? false,
    })),
    Peers: Object.values(status.Peer ?? {})
      .filter(({ InNetworkMap }) => InNetworkMap)
      .map(peerOf)
      .sort((a, b) => a.Name.localeCompare(b.Name)),
  }
}

const peerOf = ({ HostName, DNSName, OS, TailscaleIPs, Online, CurAddr, Relay, Active }: PeerStatus): Peer => ({
  Name: DNSName.split('.')[0] || HostName,
  OS,
  Addresses: TailscaleIPs ?? [],
  Online,
  Connection: CurAddr !== '' ? 'direct' : Active && Relay !== '' ? 'relay' : '',
})
