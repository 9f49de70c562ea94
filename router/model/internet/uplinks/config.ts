import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { IP_SOURCE, type Ip, isIp } from '../../../values/ip.ts'
import { containsIp, UNROUTABLE_NETS } from '../../../values/subnet.ts'
import { padded } from '../../../values/text.ts'

const MOST_TARGETS = 8

/** What speed tests fetch unless the owner chooses another file: 25 MB. */
export const DEFAULT_SPEED_TEST = 'https://speed.cloudflare.com/__down?bytes=25000000'

const whole = (least: number, most: number) => z.int().min(least).max(most)

const TCP = /^tcp:([^:]+):(\d+)$/
/** What a target is, such as `9.9.9.9` or `tcp:9.9.9.9:443`: without a port it is pinged. */
export function parseProbeTarget(text: string): { readonly address: Ip; readonly port: number | undefined } {
  const [, address, port] = TCP.exec(text) ?? []
  return address ? { address, port: Number(port) } : { address: text, port: undefined }
}

const Target = z
  .string()
  .regex(padded(`(?:${IP_SOURCE}|tcp:${IP_SOURCE}:[1-9]\\d{0,4})`), schemaPhrase('internet.probeTarget'))
  .trim()
  .refine((text) => {
    const { address, port = 1 } = parseProbeTarget(text)
    return isIp(address) && port <= 65_535 && !UNROUTABLE_NETS.some((net) => containsIp(net, address))
  }, schemaPhrase('internet.uplinkRoutableAddress'))
  .meta({
    'x-rule': 'The port is at most 65535, and the address not in 0.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16 or 224.0.0.0/3',
  })

/** Whether it is an `http` or `https` URL without name and password: it is shown and sent unchanged. */
const isFetchable = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** How the uplinks are watched. */
export const WanConfig = z
  .object({
    Enabled: z.boolean().meta({ description: 'Ask over each uplink whether it leads anywhere' }),
    IntervalSeconds: whole(1, 3600).meta({ description: 'From one round of questions to the next', example: 10 }),
    ProbeTargets: z
      .array(Target)
      .max(MOST_TARGETS)
      .meta({
        description:
          'Addresses that are pinged, or `tcp:`, an address and a port that is connected to; with none, the resolvers that the router uses ' +
          'anyway are pinged',
        example: ['9.9.9.9', 'tcp:9.9.9.9:443'],
      }),
    FailThreshold: whole(1, 100).meta({ description: 'Rounds without an answer until an uplink is down', example: 3 }),
    RecoverThreshold: whole(1, 100).meta({ description: 'Rounds with one until it is up again', example: 3 }),
    FailoverEnabled: z.boolean().meta({ description: 'New connections keep away from an uplink that is down' }),
    SpeedTestURL: z
      .string()
      .max(2048)
      .regex(/^([Hh][Tt][Tt][Pp][Ss]?:[\s\S]*)?$/u, schemaPhrase('internet.probeUrl'))
      .refine((text) => text === '' || isFetchable(text), schemaPhrase('internet.probeUrl'))
      .meta({
        description: `What speed tests fetch; empty for \`${DEFAULT_SPEED_TEST}\``,
        'x-rule': 'A valid URL without a user name or password',
        example: 'https://speed.example/10MB.bin',
      }),
  })
  .meta({ id: 'WanConfig' })
export type WanConfig = z.output<typeof WanConfig>

/** One ping in ten seconds costs next to nothing; with one uplink it reports outages, and changes no route. */
export const defaultWan = (): WanConfig => ({
  Enabled: true,
  IntervalSeconds: 10,
  ProbeTargets: [],
  FailThreshold: 3,
  RecoverThreshold: 3,
  FailoverEnabled: true,
  SpeedTestURL: '',
})
