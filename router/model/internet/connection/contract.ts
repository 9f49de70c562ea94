import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { confirmable } from '../../access/confirm/contract.ts'
import { get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { AdditionalIp, MOST_LINK_ADDRESSES } from '../links/contract.ts'
import { InterfaceConfig, VlanTag } from '../links/interface.ts'
import { LinkName } from '../links/linkname.ts'
import { WifiUplinks, WifiUplinkUpdate } from './wificontract.ts'

const LINK_CALL = '`PUT /link/config`'

/** Address settings of an uplink. */
export const UplinkAddress = z
  .object({
    Name: LinkName.meta({ description: 'The name of the link, as in the kernel' }),
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new uplink' }),
    DisableDHCP: z.boolean().nullish().meta({ description: 'true for a static address, which needs IP and Router' }),
    IP: z.string().nullish().meta({ description: 'Address and prefix length', example: '198.51.100.7/24' }),
    Router: z.string().nullish().meta({
      description: 'The gateway, inside that network; for an address with the prefix length 32, any other host',
      example: '198.51.100.1',
    }),
    VLAN: VlanTag.nullish().meta({
      description: 'The 802.1Q tag of the provider; absent or empty for none',
      example: '7',
    }),
    AdditionalIPs: z
      .array(AdditionalIp)
      .max(MOST_LINK_ADDRESSES)
      .nullish()
      .meta({ description: 'Additional addresses of the uplink; absent: unchanged, an empty list: none' }),
    Type: z
      .literal('Uplink', schemaPhrase('internet.typeUplink'))
      .nullish()
      .meta({ description: 'Absent, or `Uplink`' }),
    Subtype: sentBack(InterfaceConfig.shape.Subtype, LINK_CALL),
    MACOverride: sentBack(z.string(), LINK_CALL),
    MACRandomize: sentBack(z.boolean(), LINK_CALL),
    MACCloak: sentBack(z.boolean(), LINK_CALL),
  })
  .meta({
    id: 'UplinkAddress',
    example: { Name: 'eth0', DisableDHCP: true, IP: '198.51.100.7/24', Router: '198.51.100.1' },
  })
export type UplinkAddress = z.output<typeof UplinkAddress>

export const uplink = {
  ip: put('/uplink/ip', {
    tag: 'uplink',
    summary: 'Set the address of an uplink',
    description:
      'DHCP or a static address, with or without an 802.1Q tag. A link without a purpose becomes an uplink. Ports are ' +
      'forwarded at additional addresses too. With several uplinks, new connections are shared among those with a ' +
      'working connection: see `GET /wan/status`.',
    query: confirmable,
    body: UplinkAddress,
  }),
  wifi: get('/uplink/wifi', {
    roles: ['viewer'],
    tag: 'uplink',
    summary: 'Uplinks over wifi',
    description: 'Their networks and the present connection of each. Passphrases are masked.',
    reply: WifiUplinks,
    errors: { 404: 'There is none' },
  }),
  joinWifi: put('/uplink/wifi', {
    tag: 'uplink',
    summary: 'Join a network of others as an uplink',
    description:
      'The radio becomes an uplink. Its address is set by `PUT /uplink/ip`; by default it has DHCP. Networks that are not in ' +
      'the list are removed. The connection continues if its network has not changed. `GET /iw/dev/{interface}/scan` lists ' +
      'networks to choose from.',
    query: confirmable,
    body: WifiUplinkUpdate,
  }),
}
