import { counter, type Family, flag, gauge, type MetricSample } from './exposition.ts'

/** The part of the resolver's statistics that is a metric. */
export interface DnsStats {
  readonly counters: Readonly<
    Record<
      'received' | 'blocked' | 'local' | 'cached' | 'stale' | 'forwarded' | 'failed' | 'overloaded' | 'malformed',
      number
    >
  >
  readonly upstreams: readonly Upstream[]
  readonly familyUpstreams: readonly Upstream[]
}

interface Upstream {
  readonly IPAddress: string
  readonly TLSHost: string
  readonly healthy: boolean
  readonly asked: number
  readonly failed: number
  readonly medianMs: number
  readonly p95Ms: number
}

export function dnsMetrics({ counters, upstreams, familyUpstreams }: DnsStats, blockedDomains: number): Family[] {
  const all = [
    ...upstreams.map((one) => ({ ...one, group: '' })),
    ...familyUpstreams.map((one) => ({ ...one, group: 'family' })),
  ]
  // An upstream that is listed twice is one series.
  const listed = new Map(all.map((one) => [[one.group, one.IPAddress, one.TLSHost].join(), one])).values().toArray()
  const each = (value: (upstream: Upstream) => number): MetricSample[] =>
    listed.map((one) => [value(one), { upstream: one.IPAddress, tls_host: one.TLSHost, group: one.group }])
  const { received, blocked, local, cached, stale, forwarded, failed, overloaded, malformed } = counters
  return [
    counter('dns_queries_total', 'DNS queries that were received.', [[received]]),
    counter('dns_blocked_queries_total', 'DNS queries that a rule or a block list has blocked.', [[blocked]]),
    counter('dns_answers_total', 'DNS queries that were answered, by the source of the answer.', [
      [local, { source: 'local' }],
      [cached, { source: 'cache' }],
      [stale, { source: 'expired_cache' }],
      [forwarded, { source: 'upstream' }],
    ]),
    counter('dns_failures_total', 'DNS queries without a usable answer, by reason.', [
      [failed, { reason: 'no_answer' }],
      [overloaded, { reason: 'overload' }],
      [malformed, { reason: 'malformed' }],
    ]),
    gauge('dns_blocklist_domains', 'Domains on block lists that are in use.', [[blockedDomains]]),
    gauge(
      'dns_upstream_healthy',
      'Whether the upstream resolver answers.',
      each(({ healthy }) => flag(healthy)),
    ),
    counter(
      'dns_upstream_queries_total',
      'Queries that were sent to the upstream resolver.',
      each(({ asked }) => asked),
    ),
    counter(
      'dns_upstream_failures_total',
      'Queries that the upstream resolver has not answered.',
      each((one) => one.failed),
    ),
    gauge(
      'dns_upstream_latency_seconds',
      'Time to the last 128 answers of the upstream resolver, by percentile.',
      [
        { percentile: '50', of: (one: Upstream) => one.medianMs },
        { percentile: '95', of: (one: Upstream) => one.p95Ms },
      ].flatMap(({ percentile, of }) =>
        each((one) => of(one) / 1000).map(([value, labels]): MetricSample => [value, { ...labels, percentile }]),
      ),
    ),
  ]
}
