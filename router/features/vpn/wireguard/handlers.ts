import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import { demandNotForwarded } from '../../../model/firewall/config/ownports.ts'
import { type Device, emptyDevice, keyOfDevice, MASK } from '../../../model/home/devices/device.ts'
import { isDeviceAddress, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { Config, PeerEntry, PeerUpdate, vpn, vpnSocket } from '../../../model/vpn/wireguard/contract.ts'
import { withoutServerPort, withPort } from '../../../model/vpn/wireguard/endpoint.ts'
import { type Peer, VPN_LINK } from '../../../model/vpn/wireguard/server.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { hasPeerSession } from '../../../presence/watch/peers.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { WireguardLink, WireguardPeer } from '../../../wire/wireguard.ts'
import { announceDeleted, announceDevice } from '../../home/devices/announce.ts'
import { followDevice } from '../../home/devices/follow.ts'
import { forget } from '../../home/devices/forget.ts'
import { newKeyPair, newPresharedKey } from './keys.ts'

/** In place of a private key that the client has. Existing clients look for this text. */
const PRIVATE_KEY = '<PRIVATE KEY>'
const KEEPALIVE_SECONDS = 25
const NONE = '(none)'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'vault' | 'bus' | 'network' | 'show' | 'converge'> {
  /** Reserves an address for a device without one. Undefined if none is free. */
  readonly reserve: (identity: string) => string | undefined
}

export function vpnHandlers(deps: Deps): Handlers<typeof vpn> {
  const { facts, change, clock, vault, bus, network, reserve, show, converge } = deps
  const server = async (): Promise<WireguardLink | undefined> =>
    facts.setting('vpn').Up ? (await show()).find(({ link }) => link === VPN_LINK) : undefined
  const rows = (): { readonly peer: Peer; readonly device: Device }[] =>
    [...facts.peers.values()].flatMap((peer) => {
      const device = facts.devices.by('WGPubKey', peer.PublicKey)
      return device ? [{ peer, device }] : []
    })

  /** Starts the server, with a new key if it has none. */
  const start = (draft: Draft): void => {
    const settings = draft.setting('vpn')
    const pair = settings.PrivateKey === '' ? newKeyPair() : undefined
    const keys = pair && { PrivateKey: vault.seal(pair.privateKey), PublicKey: pair.publicKey }
    demandNotForwarded({ Protocol: 'udp', Port: settings.Port }, facts.forwards.values())
    draft.set('vpn', { ...settings, ...keys, Up: true })
  }

  /** Its addresses can be set only when the link exists. */
  const changeServer = async (edit: (draft: Draft) => void): Promise<void> => {
    const wasUp = facts.setting('vpn').Up
    await change(edit)
    if (!wasUp && facts.setting('vpn').Up) await converge()
  }

  const endpointOf = (given: string | null | undefined): string => {
    const { Endpoints, Port } = facts.setting('vpn')
    const uplinks = network().frame.uplinks.filter(({ address }) => address)
    const address = (uplinks.find(({ well }) => well) ?? uplinks[0])?.address?.split('/')[0]
    const endpoint = given || Endpoints[0] || address
    return endpoint ? withPort(endpoint, Port) : ''
  }
  const endpoints = (): string[] => {
    const { Endpoints, Port } = facts.setting('vpn')
    return Endpoints.map((endpoint) => withoutServerPort(endpoint, Port))
  }

  return {
    async peers() {
      const present = new Map((await server())?.peers.map((peer) => [peer.publicKey, peer]))
      return rows().map(({ peer, device }) => {
        const one = present.get(peer.PublicKey)
        // After the clock was set, the time of the handshake is no measure of its age.
        const isConnected = facts.vpnPeers.get(peer.PublicKey)?.online === true
        return entryOf(peer, device, one, isConnected || hasPeerSession(one?.latestHandshake ?? 0, clock.now()))
      })
    },

    async addPeer({ body }) {
      const pair = body.PublicKey ? undefined : newKeyPair()
      const PublicKey = pair?.publicKey ?? body.PublicKey ?? ''
      const presharedKey = givenKey(body) ?? newPresharedKey()
      demandUsable(facts, PublicKey, presharedKey)
      const known = facts.devices.by('WGPubKey', PublicKey)
      const address = addressOf(body.AllowedIPs) || known?.RecentIP || reserve(known ? keyOfDevice(known) : PublicKey)
      if (!address) throw new Invalid(phrase('home.addressesExhausted'))
      const PersistentKeepalive =
        body.PersistentKeepalive ?? facts.peers.get(PublicKey)?.PersistentKeepalive ?? KEEPALIVE_SECONDS
      let before: Device | undefined
      let device: Device = emptyDevice()
      await changeServer((draft) => {
        before = facts.devices.by('WGPubKey', PublicKey)
        demandFree(facts, before, address)
        device = withAddress(before ?? { ...emptyDevice(), WGPubKey: PublicKey }, address)
        draft.devices.put(keyOfDevice(device), device)
        followDevice(draft, before?.RecentIP ?? '', address)
        draft.peers.put(PublicKey, { PublicKey, PresharedKey: vault.seal(presharedKey), PersistentKeepalive })
        if (draft.setting('vpn').PrivateKey === '') start(draft)
      })
      announceDevice({ bus, facts }, before, device)
      announcePeer(bus, device)
      return {
        Interface: { PrivateKey: pair?.privateKey ?? PRIVATE_KEY, Address: address, DNS: network().frame.lanIp },
        Peer: {
          PublicKey: facts.setting('vpn').PublicKey,
          AllowedIPs: '0.0.0.0/0, ::/0',
          Endpoint: endpointOf(body.Endpoint),
          PresharedKey: presharedKey,
          PersistentKeepalive,
        },
      } satisfies Config
    },

    async removePeer({ body: { PublicKey } }) {
      await removeKey(deps, PublicKey)
      return true
    },

    config() {
      const { Port, PrivateKey } = facts.setting('vpn')
      const own = ['[Interface]', `ListenPort = ${Port}`, ...(PrivateKey ? [`PrivateKey = ${MASK}`] : []), '']
      const peers = rows().map(({ peer, device }) =>
        [
          '[Peer]',
          `PublicKey = ${peer.PublicKey}`,
          `PresharedKey = ${MASK}`,
          `AllowedIPs = ${device.RecentIP}/32`,
          '',
        ].join('\n'),
      )
      return [own.join('\n'), ...peers].join('\n')
    },

    async status() {
      const link = await server()
      if (!link) return {}
      const keepalive = (key: string): number => facts.peers.get(key)?.PersistentKeepalive ?? 0
      return {
        [link.link]: {
          publicKey: link.publicKey,
          listenPort: link.port,
          peers: Object.fromEntries(
            link.peers.map((peer) => [
              peer.publicKey,
              {
                presharedKey: MASK,
                ...(peer.endpoint && { endpoint: peer.endpoint }),
                latestHandshake: peer.latestHandshake,
                transferRx: peer.received,
                transferTx: peer.sent,
                persistentKeepalive: keepalive(peer.publicKey),
                allowedIps: [...peer.allowed],
              },
            ]),
          ),
        },
      }
    },

    async up() {
      await changeServer(start)
      return true
    },

    async down() {
      await change((draft) => draft.set('vpn', { ...draft.setting('vpn'), Up: false }))
      return true
    },

    generateKey() {
      const { privateKey, publicKey } = newKeyPair()
      return { PrivateKey: privateKey, PublicKey: publicKey }
    },

    endpoints,

    async setEndpoints({ body }) {
      await change((draft) => {
        const settings = draft.setting('vpn')
        const Endpoints = [...new Set(body.map((endpoint) => withPort(endpoint, settings.Port)))]
        draft.set('vpn', { ...settings, Endpoints })
      })
      return endpoints()
    },
  }
}

export function vpnSocketHandlers(deps: Pick<Deps, 'facts' | 'change' | 'bus'>): Handlers<typeof vpnSocket> {
  const { facts, change, bus } = deps
  return {
    async update({ body: { IP, PublicKey, Name } }) {
      const address = addressOf(IP)
      let before: Device | undefined
      let device: Device = emptyDevice()
      await change((draft) => {
        before = facts.devices.by('WGPubKey', PublicKey) ?? facts.devices.by('RecentIP', address)
        if (before && before.WGPubKey !== '' && before.WGPubKey !== PublicKey)
          throw new Invalid(phrase('home.addressTaken', address, before.Name || keyOfDevice(before)), 'IP')
        demandFree(facts, before, address, 'IP')
        device = withAddress(
          { ...(before ?? { ...emptyDevice(), Name: Name?.trim() ?? '' }), WGPubKey: PublicKey },
          address,
        )
        draft.devices.put(keyOfDevice(device), device)
      })
      announceDevice({ bus, facts }, before, device)
      announcePeer(bus, device)
    },
    remove: ({ body: { PublicKey } }) => removeKey(deps, PublicKey),
  }
}

const givenKey = ({ PresharedKey }: PeerUpdate): string | undefined =>
  PresharedKey && PresharedKey !== MASK ? PresharedKey : undefined

/** WireGuard takes a key of zeros for none, and ignores a peer with its own key. */
const NO_KEY = `${'A'.repeat(43)}=`

function demandUsable(facts: Facts, PublicKey: string, PresharedKey: string): void {
  if (PublicKey === NO_KEY) throw new Invalid(phrase('vpn.keyNotZero'), 'PublicKey')
  if (PresharedKey === NO_KEY) throw new Invalid(phrase('vpn.keyNotZero'), 'PresharedKey')
  if (PublicKey === facts.setting('vpn').PublicKey) throw new Invalid(phrase('vpn.peerKeyOfRouter'), 'PublicKey')
}

/** Existing clients send a prefix length, which has no effect. */
const addressOf = (text: string | null | undefined): string => text?.split('/', 1)[0] ?? ''

const withAddress = (device: Device, RecentIP: string): Device =>
  device.RecentIP === RecentIP ? device : { ...device, RecentIP, StaticIP: device.MAC !== '' }

function demandFree(facts: Facts, device: Device | undefined, address: string, field = 'AllowedIPs'): void {
  if (!isDeviceAddress(tinyNets(facts.setting('subnet')), address))
    throw new Invalid(phrase('home.deviceAddress'), field)
  const owner = facts.devices.by('RecentIP', address)
  if (owner && owner !== device)
    throw new Invalid(phrase('home.addressTaken', address, owner.Name || keyOfDevice(owner)), field)
}

/** Removes a peer with its device; a device that has a MAC address too loses its key only. Throws `NotFound`. */
async function removeKey({ facts, change, bus }: Pick<Deps, 'facts' | 'change' | 'bus'>, key: string): Promise<void> {
  let before: Device | undefined
  let after: Device | undefined
  await change((draft) => {
    before = facts.devices.by('WGPubKey', key)
    if (!before && !draft.peers.get(key)) throw new NotFound(phrase('vpn.peerUnknown'))
    draft.peers.remove(key)
    if (before && before.MAC === '') forget(draft, [key])
    else if (before) {
      after = { ...before, WGPubKey: '' }
      draft.devices.put(before.MAC, after)
    }
  })
  if (before && after) announceDevice({ bus, facts }, before, after)
  else if (before) announceDeleted({ bus, facts }, before)
  if (before) announcePeer(bus, { ...before, WGPubKey: key })
}

const announcePeer = (bus: Bus, { RecentIP: IP, WGPubKey: PublicKey, Name }: Device): void =>
  bus.publish('wg:update', { IP, PublicKey, Iface: VPN_LINK, Name })

const entryOf = (peer: Peer, device: Device, present: WireguardPeer | undefined, Online: boolean): PeerEntry => ({
  PublicKey: peer.PublicKey,
  AllowedIPs: `${device.RecentIP}/32`,
  Endpoint: present?.endpoint || NONE,
  PresharedKey: MASK,
  PersistentKeepalive: peer.PersistentKeepalive,
  LatestHandshake: present?.latestHandshake ?? 0,
  Online,
  TransferRx: present?.received ?? 0,
  TransferTx: present?.sent ?? 0,
})
