import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import type { Policy } from '../../../../../router/model/home/devices/device.ts'
import { subnet } from '../../../../../router/model/home/dhcp/contract.ts'
import { vpn } from '../../../../../router/model/vpn/wireguard/contract.ts'
import { peerFile, type Through } from '../../../../../router/model/vpn/wireguard/peerfile.ts'
import { call, queryClient } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'
import { readAgain } from '../../../../client/readAgain.ts'

/** A new peer with its configuration, which is kept in the screen only. */
export interface NewPeer {
  /** Its public key, which is also the identity of its device. */
  readonly key: string
  readonly name: string
  /** In the form of wg-quick(8), with the private key. */
  readonly file: string
  /** What it connects to; empty if the router has no address. */
  readonly endpoint: string
  /** Time of creation by the clock of this computer; data from before does not include it. */
  readonly at: number
}

/** The settings of a new peer. */
export interface PeerWish {
  readonly name: string
  readonly policies: readonly Policy[]
  readonly groups: readonly string[]
  readonly through: Through
}

/** Creates a key pair, a device and its peer. If the peer is refused, such as without WireGuard, the device is deleted again. */
export function useNewPeer(onMade: (made: NewPeer) => void) {
  return useMutation({
    mutationFn: async ({ name, policies, groups, through }: PeerWish): Promise<NewPeer> => {
      const { TinyNets: home } = await queryClient.fetchQuery(query(subnet.read))
      const { PrivateKey: privateKey, PublicKey: key } = await call(vpn.generateKey)
      const device = { Name: name, WGPubKey: key, Policies: [...policies], Groups: [...groups] }
      await call(devices.update, { query: { identity: key }, body: device })
      const config = await call(vpn.addPeer, { body: { PublicKey: key } }).catch(async (reason) => {
        await call(devices.remove, { query: { identity: key } }).catch(() => undefined)
        throw reason
      })
      const file = peerFile({ config, privateKey, through, home, usesDns: policies.includes('dns') })
      return { key, name, file, endpoint: config.Peer.Endpoint, at: Date.now() }
    },
    onSuccess: onMade,
    gcTime: 0,
    onSettled: () => void readAgain(devices.list, vpn.peers, vpn.status),
  })
}
