import { z } from 'zod'
import { isIp } from '../../values/ip.ts'
import { Ip } from '../../values/ip-schema.ts'
import { containsIp, UNROUTABLE_NETS } from '../../values/subnet.ts'

const MOST_TARGETS = 8

const whole = (least: number, most: number) => z.int().min(least).max(most)

const Target = Ip.refine(
  (ip) => isIp(ip) && !UNROUTABLE_NETS.some((net) => containsIp(net, ip)),
  'must be an address that an uplink can lead to',
).meta({ 'x-rule': 'Not in 0.0.0.0/8, 127.0.0.0/8, 169.254.0.0/16 or 224.0.0.0/3' })

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
        description: 'Who is asked, by ping; with none, the resolvers that the router uses anyway',
        example: ['9.9.9.9'],
      }),
    FailThreshold: whole(1, 100).meta({ description: 'Rounds without an answer until an uplink is down', example: 3 }),
    RecoverThreshold: whole(1, 100).meta({ description: 'Rounds with one until it is up again', example: 3 }),
    FailoverEnabled: z.boolean().meta({ description: 'New connections keep away from an uplink that is down' }),
    SpeedTestURL: z
      .string()
      .max(2048)
      .regex(/^([Hh][Tt][Tt][Pp][Ss]?:[\s\S]*)?$/u, 'must be an http or https address')
      .refine((text) => text === '' || isFetchable(text), 'must be an http or https address')
      .meta({
        description: 'What speed tests fetch; empty for none',
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
