import type { PeerConfig } from './roadwarrior.ts'
import type { Router } from './router.ts'

interface KeyPair {
  readonly PrivateKey: string
  readonly PublicKey: string
}

/** A peer in the list of the API. */
export interface ListedPeer {
  readonly PublicKey: string
  readonly Endpoint: string
  readonly LatestHandshake: number
  readonly TransferRx: number
  readonly PresharedKey: string
}

type Api = Pick<Router, 'api'>

export const newKeys = async (router: Api): Promise<KeyPair> =>
  (await router.api('/plugins/wireguard/genkey')) as KeyPair

/** Adds a peer with the calls of existing clients: a key pair, the device with its settings, then the peer. */
export async function addPeer(
  router: Api,
  Name: string,
  settings: object,
): Promise<PeerConfig & { readonly key: string }> {
  const { PublicKey, PrivateKey } = await newKeys(router)
  await router.api(`/device?identity=${encodeURIComponent(PublicKey)}`, { Name, WGPubKey: PublicKey, ...settings })
  const config = (await router.api('/plugins/wireguard/peer', { PublicKey, AllowedIPs: '' })) as PeerConfig
  return { ...config, Interface: { ...config.Interface, PrivateKey }, key: PublicKey }
}

export const peersOf = async (router: Api): Promise<ListedPeer[]> =>
  (await router.api('/plugins/wireguard/peers')) as ListedPeer[]

export const removePeer = (router: Api, PublicKey: string): Promise<unknown> =>
  router.api('/plugins/wireguard/peer', { PublicKey }, 'DELETE')
