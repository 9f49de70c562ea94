import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { WanConfig } from '../../internet/uplinks/config.ts'

/** Tasks that the router repeats, by the names that present clients have. */
export const TASKS = ['wifi-scan', 'uplink-check'] as const

const Time = z
  .strictObject({
    CronExpr: z.string().max(64).meta({
      description: 'The interval: `@every 10s`, or every so many minutes as `*/5 * * * *`',
      example: '@every 10s',
    }),
  })
  .meta({ id: 'PfwTaskTime', description: 'When it is repeated' })
const Disabled = z.boolean().meta({ description: 'The task is not repeated' })
const Interfaces = z.array(z.string().max(15)).max(64).meta({ description: 'The radios', example: [] })
const Addresses = z
  .array(z.string().max(64))
  .max(8)
  .meta({
    description:
      'The addresses that are pinged (`icmp:`) or connected to (`tcp:` with a port) over each uplink; empty for the resolvers that ' +
      'the router uses',
    example: ['icmp:9.9.9.9', 'tcp:9.9.9.9:443'],
  })

export const TaskConfig = z
  .object({
    WiFiScan: z
      .object({ Disabled, Interfaces, Time: Time.meta({ description: 'Empty' }) })
      .meta({ description: 'Always disabled: `/iw/dev/{interface}/scan` scans when it is called' }),
    UplinkCheck: z
      .object({ Disabled, Addresses, Time: Time.meta({ description: 'The interval' }) })
      .meta({ description: 'The monitoring of `/wan/config`' }),
  })
  .meta({ id: 'PfwTasks' })
export type TaskConfig = z.output<typeof TaskConfig>

/** A task as clients send it. Absent fields are unchanged. */
export const TaskInput = z
  .strictObject({
    Disabled: Disabled.nullish(),
    Interfaces: Interfaces.nullish(),
    Addresses: Addresses.nullish(),
    Time: Time.nullish().meta({ description: 'When it is repeated; absent: unchanged' }),
  })
  .meta({ id: 'PfwTask', example: { Disabled: false, Addresses: ['icmp:9.9.9.9'], Time: { CronExpr: '@every 10s' } } })
export type TaskInput = z.output<typeof TaskInput>

/** The tasks in the form of present clients. */
export const tasksOf = ({ Enabled, IntervalSeconds, ProbeTargets }: WanConfig): TaskConfig => ({
  WiFiScan: { Disabled: true, Interfaces: [], Time: { CronExpr: '' } },
  UplinkCheck: {
    Disabled: !Enabled,
    Addresses: ProbeTargets.map((target) => (target.startsWith('tcp:') ? target : `icmp:${target}`)),
    Time: { CronExpr: `@every ${IntervalSeconds}s` },
  },
})

/** What a client sends of the uplink check, as settings of `/wan/config`. Throws `Invalid`. */
export const wanOf = ({ Disabled, Addresses, Time }: TaskInput): Partial<WanConfig> => ({
  ...(typeof Disabled === 'boolean' && { Enabled: !Disabled }),
  ...(Addresses && { ProbeTargets: Addresses.map(probeTargetOf) }),
  ...(Time && { IntervalSeconds: secondsOf(Time.CronExpr) }),
})

function probeTargetOf(text: string, index: number): string {
  const target = WanConfig.shape.ProbeTargets.element.safeParse(text.trim().replace(/^(icmp|ping):/, ''))
  if (target.success) return target.data
  throw new Invalid(phrase('firewall.uplinkProbeAddress'), `Addresses[${index}]`)
}

function secondsOf(expression: string): number {
  const [, count = '', unit] = /^@every (\d{1,4})([sm])$/.exec(expression.trim()) ?? []
  const [, minutes] = /^(?:\*|\*\/(\d{1,2})) \* \* \* \*$/.exec(expression.trim()) ?? ['', undefined]
  const isEveryMinute = /^\* \* \* \* \*$/.test(expression.trim())
  const seconds = unit ? Number(count) * (unit === 'm' ? 60 : 1) : isEveryMinute ? 60 : Number(minutes ?? 0) * 60
  if (seconds >= 1 && seconds <= 3600) return seconds
  throw new Invalid(phrase('firewall.probeInterval'), 'Time.CronExpr')
}
