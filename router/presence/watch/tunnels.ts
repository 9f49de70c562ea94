import { isDeepStrictEqual } from 'node:util'
import type { Bus } from '../../events/bus.ts'
import type { Machine } from '../../machine/machine.ts'
import { judge, UNKNOWN, type UplinkVerdict } from '../../model/internet/uplinks/verdict.ts'
import { demandReachable, hostOf, portOf, type Surroundings } from '../../model/vpn/tunnels/check.ts'
import { tunnelFault, tunnelFaultText } from '../../model/vpn/tunnels/fault.ts'
import { activeTunnel, type TunnelState } from '../../model/vpn/tunnels/state.ts'
import type { Tunnel } from '../../model/vpn/tunnels/tunnel.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { type Ip, isIp } from '../../values/ip.ts'
import type { WireguardLink } from '../../wire/wireguard.ts'
import { openRepeated } from '../repeat.ts'
import { openPeerSessions } from './peers.ts'

/** The time for a reply to a probe. */
const PATIENCE_MS = 1000
/** From one round to the next while a tunnel is not up; otherwise the interval of the uplinks. */
const SOON_MS = 2000
/** Before the name of an endpoint is resolved again. */
const RESOLVE_AGAIN_MS = 30_000

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  /** The present links of WireGuard. */
  readonly show: () => Promise<readonly WireguardLink[]>
  /** Resolves a name as for the router itself. */
  readonly lookUp: (name: string) => Promise<{ readonly ips: readonly Ip[] } | undefined>
  readonly onFailure: (what: string, error: unknown) => void
  readonly machine: Pick<Machine, 'echo' | 'clock'>
  /** The networks of the home, and the router's addresses on its uplinks. */
  readonly around: () => Pick<Surroundings, 'home' | 'own'>
}

export interface TunnelWatch extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

interface Watched {
  verdict: UplinkVerdict
  /** A target has replied through this tunnel. */
  hasReplied: boolean
  endpoint: string
  resolvedAt: number | undefined
}

/**
 * Finds out whether each outgoing tunnel works: by probes through it, and by the age of its last handshake if no target has ever
 * replied. The result is a fact (`tunnelStates`) that the tunnels of exits follow from. Resolves names of endpoints, again when
 * a tunnel does not work.
 */
export function watchTunnels(deps: Deps): TunnelWatch {
  const { facts, change, machine, bus, show, onFailure } = deps
  const { clock } = machine
  const sessions = openPeerSessions(clock)
  const watched = new Map<string, Watched>()

  const enabled = (): Tunnel[] => [...facts.tunnels.values()].filter(({ Enabled }) => Enabled)

  async function look(): Promise<void> {
    const tunnels = enabled()
    for (const name of watched.keys()) if (!tunnels.some(({ Name }) => Name === name)) watched.delete(name)
    if (tunnels.length === 0 && facts.tunnelStates.size === 0) return
    await settle(await Promise.all(tunnels.map(resolved)), false)
    const links = await show()
    await settle(await Promise.all(tunnels.map((tunnel) => probed(tunnel, links))), true)
  }

  const watchedAt = (name: string): Watched => {
    const one = watched.get(name) ?? { verdict: UNKNOWN, hasReplied: false, endpoint: '', resolvedAt: undefined }
    watched.set(name, one)
    return one
  }

  const stateBefore = (name: string): TunnelState =>
    facts.tunnelStates.get(name) ?? { name, up: false, wasUp: false, since: 0, fault: WAITING, endpoint: '' }

  /** The state with the endpoint's present address. */
  async function resolved(tunnel: Tunnel): Promise<TunnelState> {
    const one = watchedAt(tunnel.Name)
    const before = stateBefore(tunnel.Name)
    const host = hostOf(tunnel.Peer.Endpoint)
    if (!isName(tunnel)) return before
    const isDue = one.resolvedAt === undefined || clock.monotonic() - one.resolvedAt >= RESOLVE_AGAIN_MS
    if (before.endpoint !== '' && (before.up || !isDue)) return before
    one.resolvedAt = clock.monotonic()
    const found = await deps.lookUp(host).catch(() => undefined)
    const ip = found?.ips[0]
    if (!ip) return before.endpoint ? before : { ...before, fault: tunnelFault('unresolved', host) }
    const reason = unreachable(ip)
    if (reason) return { ...before, up: false, endpoint: '', fault: tunnelFault('unusable', host, reason) }
    return { ...before, endpoint: `${ip}:${portOf(tunnel.Peer.Endpoint)}` }
  }

  /** Why encrypted packets to this address would not leave by an uplink. */
  function unreachable(ip: Ip): string | undefined {
    try {
      demandReachable(ip, { ...deps.around(), tunnels: [...facts.tunnels.values()] }, '')
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function probed(tunnel: Tunnel, links: readonly WireguardLink[]): Promise<TunnelState> {
    const one = watchedAt(tunnel.Name)
    const before = stateBefore(tunnel.Name)
    const peer = links
      .find(({ link }) => link === tunnel.Link)
      ?.peers.find(({ publicKey }) => publicKey === tunnel.Peer.PublicKey)
    if (isName(tunnel) && before.endpoint === '') return before
    const targets =
      tunnel.DNS.length > 0 ? tunnel.DNS : facts.setting('dns').UpstreamProviders.map(({ IPAddress }) => IPAddress)
    const replies = await Promise.all(targets.map((address) => replied(tunnel.Link, address)))
    const isFresh = sessions.has(tunnel.Name, peer?.latestHandshake ?? 0)
    const isGood = replies.includes(true) || (isFresh && !one.hasReplied)
    one.hasReplied ||= replies.includes(true)
    // The first reply is to the packet that caused the handshake.
    one.verdict = judge(one.verdict, isGood, { ...facts.setting('wan'), RecoverThreshold: 1 })
    const up = one.verdict.up === true
    if (up) return { ...before, up, wasUp: true, fault: null }
    return { ...before, up, fault: !before.wasUp ? WAITING : tunnelFault(isFresh ? 'no_reply' : 'no_handshake') }
  }

  const replied = async (link: string, address: Ip): Promise<boolean> => {
    try {
      return (await machine.echo({ kind: 'icmp', link, address, timeoutMs: PATIENCE_MS })) !== undefined
    } catch {
      return false
    }
  }

  /** Stores the states that differ, and publishes what changed. */
  async function settle(states: readonly TunnelState[], isJudged: boolean): Promise<void> {
    const before = new Map(facts.tunnelStates)
    const now = states.map((state) => {
      const had = before.get(state.name)
      return state.up === had?.up ? { ...state, since: had.since } : { ...state, since: clock.now() }
    })
    const changed = now.filter((state) => {
      const had = before.get(state.name)
      return had ? !isDeepStrictEqual(state, had) : isJudged || state.endpoint !== '' || state.fault !== WAITING
    })
    const gone = [...before.keys()].filter((name) => !states.some((state) => state.name === name))
    if (changed.length === 0 && gone.length === 0) return
    const used = activeTunnels(facts)
    await change((draft) => {
      for (const state of changed) if (draft.tunnels.get(state.name)) draft.tunnelStates.put(state.name, state)
      for (const name of gone) draft.tunnelStates.remove(name)
    })
    for (const { name, up, fault } of changed) {
      const Link = facts.tunnels.get(name)?.Link
      if (!Link || up === (before.get(name)?.up ?? false)) continue
      bus.publish(up ? 'vpn:tunnel:up' : 'vpn:tunnel:down', {
        ...{ Name: name, Link, Reason: fault ? tunnelFaultText(fault) : '' },
        ...{ Code: fault?.Code ?? '', Host: fault?.Host ?? '', Detail: fault?.Detail ?? '' },
      })
    }
    for (const [exit, To] of activeTunnels(facts)) {
      const From = used.get(exit) ?? ''
      if (From !== To) bus.publish('vpn:exit:switch', { Name: exit, From, To })
    }
  }

  const looking = openRepeated({
    clock,
    round: look,
    pauseMs() {
      const isWaiting = enabled().some(({ Name }) => facts.tunnelStates.get(Name)?.up !== true)
      const interval = facts.setting('wan').IntervalSeconds * 1000
      return isWaiting ? Math.min(SOON_MS, interval) : interval
    },
    onFailure: (error) => onFailure('the tunnels could not be checked', error),
  })

  return {
    learn(entries) {
      if (facts.tunnels.size > 0 && entries.some(({ table }) => CAUSES.has(table))) looking.soon()
    },
    [Symbol.dispose]() {
      looking[Symbol.dispose]()
    },
  }
}

/** Whether the endpoint has to be resolved. */
const isName = ({ Peer }: Tunnel): boolean => Peer.Endpoint !== '' && !isIp(hostOf(Peer.Endpoint))

const WAITING = tunnelFault('waiting')
const CAUSES: ReadonlySet<string> = new Set(['tunnels', 'uplinkLeases', 'uplinkHealth'])

/** The tunnel that each exit uses. */
const activeTunnels = (facts: Facts): Map<string, string> =>
  new Map(
    [...facts.exits.values()].map((exit) => [
      exit.Name,
      activeTunnel(
        exit,
        (name) => facts.tunnels.get(name),
        (name) => facts.tunnelStates.get(name)?.up === true,
      )?.Name ?? '',
    ]),
  )
