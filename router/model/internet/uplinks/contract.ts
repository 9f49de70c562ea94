import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { LinkName } from '../links/linkname.ts'
import { WanConfig } from './config.ts'
import { Outage, Sample, SpeedTest, UplinkStatus } from './status.ts'

const tag = 'uplink'
const params = { interface: LinkName.meta({ description: 'The link of the uplink', example: 'eth0' }) }
const Count = z.coerce.number().int().positive()
const noUplink = { 404: 'Not an uplink' } as const
const speedErrors = {
  400: 'This is not an enabled uplink',
  429: 'Another speed test is running',
} as const

/** Monitoring of uplinks. */
export const wan = {
  config: get('/wan/config', { roles: ['viewer'], tag, summary: 'Settings of uplink monitoring', reply: WanConfig }),
  configure: put('/wan/config', {
    tag,
    summary: 'Change the settings of uplink monitoring',
    description:
      'In each round, the targets are pinged, or connected to, over every uplink; one answer is enough, and a target that never answered ' +
      'over any uplink is ignored. If no target answers, the provider’s router is pinged. An unplugged cable is ' +
      'detected immediately.',
    body: z.strictObject(WanConfig.partial().shape),
    reply: WanConfig,
  }),
  status: get('/wan/status', {
    roles: ['viewer'],
    tag,
    summary: 'Status of each uplink',
    description:
      'With several uplinks, new connections are shared among those that are up, by their source and destination ' +
      'addresses. When an uplink goes down, its connections are closed, so that they are opened again over another one.',
    reply: z.array(UplinkStatus),
  }),
  history: get('/wan/history/{interface}', {
    roles: ['viewer'],
    tag,
    summary: 'Latency and loss over an uplink',
    description:
      'Newest first. `scale=minutes` returns one sample for each minute, at most 1440; `scale=hours` one for each ' +
      'hour, at most 720. Both are kept across restarts. A period without probes has no sample. Without `scale`, ' +
      'returns one sample for each round of probes since the router started, at most 1440.',
    params,
    query: {
      scale: z.enum(['minutes', 'hours']).optional().meta({ description: 'The period of one sample' }),
      count: Count.optional().meta({ description: 'Maximum number of samples; default: all', example: 60 }),
    },
    reply: z.array(Sample),
    errors: noUplink,
  }),
  outages: get('/wan/outages', {
    roles: ['viewer'],
    tag,
    summary: 'Outages of uplinks',
    description: 'Newest first, at most 100 for each uplink, of the last 90 days.',
    reply: z.array(Outage),
  }),
  speeds: get('/wan/speedtest', {
    roles: ['viewer'],
    tag,
    summary: 'The last speed test of each uplink',
    reply: z.array(SpeedTest),
  }),
  measureActive: put('/wan/speedtest', {
    tag,
    summary: 'Run a speed test of the uplink in use',
    description:
      'Tests the first uplink that carries new connections, by a download of `SpeedTestURL`: at most 100 MB, for at ' +
      'most ten seconds. If the download fails, `Error` gives the reason.',
    reply: SpeedTest,
    errors: speedErrors,
  }),
  measure: put('/wan/speedtest/{interface}', {
    tag,
    summary: 'Run a speed test of one uplink',
    params,
    reply: SpeedTest,
    errors: speedErrors,
  }),
}
