import type { Network } from '../../compiler/network.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Vault } from '../../store/vault.ts'
import { parseDump, renderPeers, type WireguardLink } from '../../wire/wireguard.ts'
import { type Driver, driftOf, type Items, itemOf, type Step } from '../driver.ts'
import {
  type OpenKey,
  type PeerItem,
  peerItems,
  type TunnelItem,
  type WireguardItem,
  wireguardItemsByKey,
  wireguardItemsOf,
} from './item.ts'
import { addLink, ownLinks, raiseLink, refusal, removeLink, wireguardFailureReason } from './links.ts'

/** A command line has at most 128 KiB for each word, and 2 MiB in all. */
const PEERS_AT_ONCE = 1000

type WireguardMachine = Pick<Machine, 'run' | 'writeFile' | 'removeFile' | 'makeDirectory'>

export interface WireguardDriver extends Driver<WireguardItem> {
  /** The present links with their peers. Empty if WireGuard is not installed. */
  show(): Promise<readonly WireguardLink[]>
}

/**
 * WireGuard links and their peers: of the kernel, or of wireguard-go where the kernel has none. Both outlive this process, and are
 * adopted with their sessions. A change of one peer does not touch the others. Addresses and routes belong to the driver of links.
 *
 * Keys are passed to `wg` in files in `directory`, which are removed immediately: others can read command lines.
 */
export function wireguardDriver(
  machine: WireguardMachine,
  vault: Pick<Vault, 'open'>,
  directory: string,
): WireguardDriver {
  const open = keyOpener(vault)
  /** Endpoints as they were set: a peer that moves has another one, which is no difference. */
  const endpoints = new Map<string, string>()

  async function withFile<T>(name: string, text: string, work: (path: string) => Promise<T>): Promise<T> {
    machine.makeDirectory(directory)
    const path = `${directory}/${name}`
    machine.writeFile(path, text, 0o600)
    try {
      return await work(path)
    } finally {
      machine.removeFile(path)
    }
  }

  async function setTunnel({ had, value }: Step<WireguardItem> & { readonly value: TunnelItem }): Promise<void> {
    const { link, privateKey, port } = value
    if (!had) await addLink(machine, link)
    try {
      await withFile(`${link}.key`, `${privateKey}\n`, (path) =>
        machine.run(['wg', 'set', link, 'private-key', path, 'listen-port', String(port)]),
      )
      await raiseLink(machine, link)
    } catch (error) {
      if (!had) await removeLink(machine, link)
      throw refusal(error)
    }
  }

  async function addPeers(link: string, peers: readonly PeerItem[]): Promise<void> {
    await withFile(`${link}.conf`, renderPeers(peers), (path) => machine.run(['wg', 'addconf', link, path]))
    for (const peer of peers) endpoints.set(endpointKey(peer), peer.endpoint)
  }

  async function removePeers(link: string, peers: readonly PeerItem[]): Promise<void> {
    for (let start = 0; start < peers.length; start += PEERS_AT_ONCE) {
      const words = peers.slice(start, start + PEERS_AT_ONCE).flatMap(({ publicKey }) => ['peer', publicKey, 'remove'])
      await machine.run(['wg', 'set', link, ...words])
    }
  }

  const show = async (): Promise<readonly WireguardLink[]> =>
    parseDump(await machine.run(['wg', 'show', 'all', 'dump']))

  return {
    name: 'wireguard',
    frame: (frame) => wireguardItemsOf(frame, open),
    member: (member) => peerItems(member, open),
    async read(network) {
      const wanted = new Set(network.frame.tunnels.map(({ link }) => link))
      const own = new Set([...wanted, ...(await ownLinks(machine))])
      if (own.size === 0) return new Map()
      // Without `wg` there are no links either; making one reports that.
      const links = await show().catch(() => [])
      return itemsOf(
        links.filter(({ link }) => own.has(link)),
        network,
        endpoints,
      )
    },
    async apply(steps) {
      const tunnels = steps.filter(isOfTunnel)
      const removed = new Set(tunnels.filter(({ value }) => !value).map((step) => itemOf(step).link))
      for (const link of removed) await removeLink(machine, link)
      for (const step of tunnels) if (step.value) await setTunnel({ ...step, value: step.value })
      const peers = steps.filter(isOfPeer).filter((step) => !removed.has(itemOf(step).link))
      const drift: Drift[] = []
      for (const [link, ofLink] of Map.groupBy(peers, (step) => itemOf(step).link)) {
        try {
          await removePeers(
            link,
            ofLink.flatMap(({ had, value }) => (had && !value ? [had] : [])),
          )
          const added = ofLink.flatMap(({ value }) => value ?? [])
          if (added.length > 0) await addPeers(link, added)
        } catch (error) {
          const reason = wireguardFailureReason(error)
          // Peers of a missing link are removed already.
          const failed = ofLink.filter(({ value }) => value)
          drift.push(...failed.map(({ key: what }) => driftOf('wireguard', what, reason)))
        }
      }
      return drift
    },
    show: () => show().catch(() => []),
  }
}

const isOfTunnel = (step: Step<WireguardItem>): step is Step<TunnelItem> => itemOf(step).kind === 'tunnel'
const isOfPeer = (step: Step<WireguardItem>): step is Step<PeerItem> => itemOf(step).kind === 'peer'

const endpointKey = ({ link, publicKey }: Pick<PeerItem, 'link' | 'publicKey'>): string => `${link} ${publicKey}`

/** The present links and peers as items. A peer has the endpoint that was set, wherever it is now. */
function itemsOf(
  links: readonly WireguardLink[],
  { frame }: Network,
  endpoints: ReadonlyMap<string, string>,
): Items<WireguardItem> {
  const wanted = new Map(
    frame.tunnels.flatMap(({ link, peers }) =>
      peers.map(({ publicKey, endpoint }) => [endpointKey({ link, publicKey }), endpoint] as const),
    ),
  )
  return wireguardItemsByKey(
    links.flatMap(({ link, privateKey, port, peers }): WireguardItem[] => [
      { kind: 'tunnel', link, privateKey, port: portOf(link, port, frame) },
      ...peers.map(({ publicKey, presharedKey, endpoint: now, allowed, keepalive }): PeerItem => {
        const key = endpointKey({ link, publicKey })
        const endpoint = wanted.get(key) ? (endpoints.get(key) ?? now) : ''
        return { kind: 'peer', link, publicKey, presharedKey, endpoint, allowed: allowed.toSorted(), keepalive }
      }),
    ]),
  )
}

/** A tunnel with any port has the one that the kernel chose. */
const portOf = (link: string, port: number, { tunnels }: Network['frame']): number =>
  tunnels.find((tunnel) => tunnel.link === link)?.port === 0 ? 0 : port

/** Opening takes some microseconds, and every comparison with the kernel needs all keys. */
function keyOpener({ open }: Pick<Vault, 'open'>): OpenKey {
  const opened = new Map<string, string>()
  return (sealed) => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    try {
      const key = open(sealed)
      opened.set(sealed, key)
      return key
    } catch {
      return undefined
    }
  }
}
