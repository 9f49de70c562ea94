import type { Findings } from '../../model/dns/resolvers/examination.ts'

/** The findings about a resolver that cannot be asked. */
export const unreachableFindings = (reason: string): Findings => ({
  ...{ Reachable: false, Failure: reason, FirstMs: 0, LatencyMs: 0 },
  ...{ DNSSEC: 'unknown', Altered: 'unknown', Remark: '' },
})
