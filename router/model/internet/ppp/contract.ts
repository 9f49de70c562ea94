import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CONTROL, padded } from '../../../values/text.ts'
import { confirmable } from '../../access/confirm/contract.ts'
import { MASK } from '../../home/devices/device.ts'
import { get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { VlanTag } from '../links/interface.ts'
import { LinkName } from '../links/linkname.ts'

const encoder = new TextEncoder()
/** pppd cuts longer ones: `MAXNAMELEN` and `MAXSECRETLEN`. */
const LONGEST = 255

const credential = z
  .string()
  .regex(new RegExp(`^[^"'\`${CONTROL}]*$`, 'u'), schemaPhrase('internet.pppText'))
  .max(LONGEST, schemaPhrase('field.tooManyBytes', LONGEST))
  .refine((text) => encoder.encode(text).length <= LONGEST, schemaPhrase('field.tooManyBytes', LONGEST))

/** From the smallest datagram that every host accepts (RFC 791 3.2) to an Ethernet frame's payload. */
const MTU = '57[6-9]|5[89]\\d|[6-9]\\d\\d|1[0-4]\\d\\d|1500'

const name = LinkName.meta({ description: 'The link that carries the session', example: 'eth0' })
const pppName = z.string().meta({ description: 'The link of the session, named by the router', example: 'ppp0' })

export const PppIface = z
  .object({
    Iface: name,
    PPPIface: sentBack(z.string()),
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new session' }),
    Username: credential
      .regex(/\S/u, schemaPhrase('field.notEmpty'))
      .meta({ description: 'The user name of the contract, of at most 255 bytes', example: 'user@provider.example' }),
    Secret: credential.nullish().meta({
      description: `The password, of at most 255 bytes. Absent or \`${MASK}\`: unchanged`,
      example: 'correct horse',
    }),
    VLAN: VlanTag.nullish().meta({ description: 'The 802.1Q tag of the provider; empty for none', example: '7' }),
    MTU: z
      .string()
      .regex(padded(`(${MTU})?`), schemaPhrase('internet.pppMtu'))
      .trim()
      .nullish()
      .meta({
        description:
          'The largest packet in bytes; empty for 1492. More than 1492 needs a provider with RFC 4638; otherwise 1492 is used',
        example: '1492',
      }),
  })
  .meta({
    id: 'PPPIface',
    example: { Iface: 'eth2', Enabled: true, Username: 'user@provider.example', Secret: 'correct horse' },
  })
export type PppIface = z.output<typeof PppIface>

const PppSettings = z.object({
  Iface: name,
  PPPIface: pppName,
  Enabled: z.boolean().meta({ description: 'Whether the session is to be open' }),
  Username: z.string().meta({ description: 'The user name' }),
  Secret: z.string().meta({ description: `\`${MASK}\` if there is a password, otherwise empty` }),
  VLAN: z.string().meta({ description: 'The 802.1Q tag; empty for none' }),
  MTU: z.string().meta({ description: 'The largest packet in bytes; empty for 1492' }),
})

const PPP_STATES = ['disabled', 'connecting', 'connected', 'refused', 'unanswered', 'failed'] as const

const PppStatus = z
  .object({
    Iface: name,
    PPPIface: pppName,
    State: z.enum(PPP_STATES).meta({
      description:
        '`refused`: the provider refuses the user name or the password; `unanswered`: there is no answer from the ' +
        'provider; `failed`: the session cannot be started on this router. The session is opened again automatically in ' +
        'each of these states',
    }),
    Reason: z
      .string()
      .meta({ description: 'The state in words', example: 'the provider refuses the user name or password' }),
    Since: z
      .int()
      .nonnegative()
      .meta({ description: 'Unix time in seconds since which it has been in this state; 0 if unknown' }),
    Address: z.string().meta({ description: 'The address from the provider; empty without one', example: '81.2.69.7' }),
    Gateway: z.string().meta({ description: 'The provider’s end of the session; empty without one' }),
    DNS: z.array(z.string()).meta({
      description: 'Resolvers that the provider offers. The router uses them only if `PUT /dnsSettings` names them',
    }),
    MTU: z
      .int()
      .nonnegative()
      .meta({ description: 'The largest packet as agreed with the provider; 0 without a session' }),
  })
  .meta({ id: 'PPPStatus' })
export type PppStatus = z.input<typeof PppStatus>

export const ppp = {
  list: get('/uplink/ppp', {
    roles: ['viewer'],
    tag: 'uplink',
    summary: 'Settings of PPPoE sessions',
    reply: z
      .object({ PPPs: z.array(PppSettings).meta({ description: 'One for each link that carries a session' }) })
      .meta({
        id: 'PPPConfig',
        example: {
          PPPs: [
            {
              Iface: 'eth0',
              PPPIface: 'ppp0',
              Enabled: true,
              Username: 'user@provider.example',
              Secret: MASK,
              VLAN: '7',
              MTU: '',
            },
          ],
        },
      }),
    errors: { 404: 'No session is configured' },
  }),
  configure: put('/uplink/ppp', {
    tag: 'uplink',
    summary: 'Set up an uplink over PPPoE',
    description:
      'Adds or replaces the session of `Iface`. The session is an uplink with its own link (`PPPIface`): with ' +
      'monitoring, failover and sharing of connections as any other. `Iface` gets the subtype `pppup` and has no ' +
      'addresses; `PUT /link/config` or `PUT /uplink/ip` with another purpose for it deletes the session. The call ' +
      'returns before the provider has answered: see `GET /uplink/ppp/status`.',
    query: confirmable,
    body: PppIface,
  }),
  status: get('/uplink/ppp/status', {
    roles: ['viewer'],
    tag: 'uplink',
    summary: 'State of PPPoE sessions',
    reply: z.array(PppStatus).meta({
      example: [
        {
          Iface: 'eth0',
          PPPIface: 'ppp0',
          State: 'connected',
          Reason: 'connected',
          Since: 1709287200,
          Address: '81.2.69.7',
          Gateway: '81.2.69.1',
          DNS: ['81.2.70.53'],
          MTU: 1492,
        },
      ],
    }),
  }),
}
