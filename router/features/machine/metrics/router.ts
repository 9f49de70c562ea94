import type { IntegrationStatus } from '../../../model/messages/integrations/contract.ts'
import { counter, type Family, flag, gauge, type MetricSample } from './exposition.ts'

/** Of this process: seconds of the processor, and bytes. */
export interface ProcessUsage {
  readonly cpuSeconds: number
  readonly residentBytes: number
  readonly heapBytes: number
  /** Unix time in seconds. */
  readonly startTime: number
  readonly openFiles: number
}

export interface RouterState {
  readonly version: string
  readonly usage: ProcessUsage
  /** Published events by topic. */
  readonly events: ReadonlyMap<string, number>
  readonly integrations: Readonly<Record<string, IntegrationStatus>>
  /** Settings that could not be applied. */
  readonly drift: number
  /** Tracked connections, and their limit; undefined if the kernel does not say. */
  readonly connections: number | undefined
  readonly mostConnections: number | undefined
}

export function routerMetrics(state: RouterState): Family[] {
  const { version, usage, events, integrations, drift, connections, mostConnections } = state
  const switchedOn = Object.entries(integrations).filter(([, { State }]) => State !== 'off')
  const each = (value: (status: IntegrationStatus) => number): MetricSample[] =>
    switchedOn.map(([integration, status]) => [value(status), { integration }])
  const known = (value: number | undefined): MetricSample[] => (value === undefined ? [] : [[value]])
  // The names that client libraries use: https://prometheus.io/docs/instrumenting/writing_clientlibs/#standard-and-runtime-collectors
  const standard = (name: string, type: Family['type'], help: string, value: number): Family => ({
    ...{ name, type, help },
    samples: [[value]],
  })
  return [
    gauge('build_info', 'The running version. The value is 1.', [[1, { version }]]),
    counter(
      'events_total',
      'Events that were published, by topic.',
      [...events].map(([topic, count]) => [count, { topic }]),
    ),
    gauge('drift_items', 'Settings that could not be applied to the machine yet.', [[drift]]),
    gauge('connections', 'Connections that the kernel tracks.', known(connections)),
    gauge('connections_limit', 'Connections that the kernel can track.', known(mostConnections)),
    gauge(
      'integration_connected',
      'Whether the router is connected to the other program.',
      each(({ State }) => flag(State === 'connected')),
    ),
    counter(
      'integration_sent_messages_total',
      'Messages that were sent to it.',
      each(({ Sent }) => Sent),
    ),
    counter(
      'integration_dropped_messages_total',
      'Messages that were dropped because too many waited.',
      each(({ Dropped }) => Dropped),
    ),
    gauge(
      'integration_queued_messages',
      'Messages that wait to be sent.',
      each(({ Queued }) => Queued),
    ),
    standard('process_cpu_seconds_total', 'counter', 'Total user and system CPU time in seconds.', usage.cpuSeconds),
    standard('process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', usage.residentBytes),
    standard('process_heap_bytes', 'gauge', 'Process heap size in bytes.', usage.heapBytes),
    standard(
      'process_start_time_seconds',
      'gauge',
      'Start time of the process since unix epoch in seconds.',
      usage.startTime,
    ),
    standard('process_open_fds', 'gauge', 'Number of open file descriptors.', usage.openFiles),
  ]
}
