import type { z } from 'zod'
import type { Device } from '../../router/model/home/devices/device.ts'
import type { SubnetConfig } from '../../router/model/home/dhcp/subnet.ts'
import type { PeerEntry, vpn } from '../../router/model/vpn/wireguard/contract.ts'
import { peerFile, type Through } from '../../router/model/vpn/wireguard/peerfile.ts'
import type { RouterApi } from '../router.ts'

type PeerConfig = z.output<typeof vpn.addPeer.details.reply>
type KeyPair = z.output<typeof vpn.generateKey.details.reply>

const PEER = '/plugins/wireguard/peer'
const deviceAt = (key: string): string => `/device?identity=${encodeURIComponent(key)}`

/** What a new peer may do. */
export interface NewPeer {
  readonly name: string
  /** `home`: only the networks of the home go through the tunnel. */
  readonly through: Through
  readonly policies: readonly string[]
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  /** The public address of the router, as `HOST:PORT`; undefined for the one of its settings. */
  readonly endpoint: string | undefined
}

/** A device with a VPN key. */
export interface NamedPeer {
  readonly entry: PeerEntry
  readonly device: Device
}

/** Adds a device with a new key pair, and returns its configuration in the form of wg-quick(8). Nothing is left of a failure. */
export async function addPeer(router: RouterApi, peer: NewPeer): Promise<string> {
  const { name, through, policies, groups, tags, endpoint } = peer
  if ((await listPeers(router)).some(({ device }) => device.Name === name))
    throw new Error(`there is a VPN device "${name}" already; remove it first: sallyport vpn remove ${quoted(name)}`)
  const { TinyNets } = (await router.call('GET', '/subnetConfig')) as SubnetConfig
  const { PrivateKey, PublicKey } = (await router.call('GET', '/plugins/wireguard/genkey')) as KeyPair
  const settings = { Name: name, WGPubKey: PublicKey, Policies: policies, Groups: groups, DeviceTags: tags }
  await router.call('PUT', deviceAt(PublicKey), settings)
  try {
    const config = (await router.call('PUT', PEER, {
      PublicKey,
      ...(endpoint && { Endpoint: endpoint }),
    })) as PeerConfig
    if (config.Peer.Endpoint === '')
      throw new Error('the router has no address on its uplink: name one with --endpoint vpn.example.org:51280')
    const usesDns = policies.some((policy) => policy === 'dns' || policy.startsWith('dns:'))
    return peerFile({ config, privateKey: PrivateKey, through, home: TinyNets, usesDns })
  } catch (error) {
    await router.call('DELETE', deviceAt(PublicKey)).catch(() => {})
    throw error
  }
}

/** The devices with a VPN key, by name. */
export async function listPeers(router: RouterApi): Promise<NamedPeer[]> {
  const entries = (await router.call('GET', '/plugins/wireguard/peers')) as PeerEntry[]
  const devices = Object.values((await router.call('GET', '/devices')) as Record<string, Device>)
  const byKey = new Map(devices.map((device) => [device.WGPubKey, device]))
  return entries
    .flatMap((entry) => {
      const device = byKey.get(entry.PublicKey)
      return device ? [{ entry, device }] : []
    })
    .sort((a, b) => a.device.Name.localeCompare(b.device.Name))
}

/** Removes the peer with this name or public key. Throws if there is none, or several have the name. */
export async function removePeer(router: RouterApi, name: string): Promise<void> {
  const found = (await listPeers(router)).filter(
    ({ device, entry }) => device.Name === name || entry.PublicKey === name,
  )
  if (found.length === 0) throw new Error(`there is no VPN device "${name}"; list them with: sallyport vpn list`)
  if (found.length > 1)
    throw new Error(
      `"${name}" is the name of ${found.length} VPN devices; use the key of one: ${found.map(({ entry }) => entry.PublicKey).join(', ')}`,
    )
  await router.call('DELETE', PEER, { PublicKey: found[0]!.entry.PublicKey })
}

const quoted = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)
