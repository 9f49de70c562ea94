import type { Core } from '../../../core.ts'
import { openSegmentFiles } from '../../../machine/segmentfiles.ts'
import { dnsLog } from '../../../model/dns/querylog/contract.ts'
import { serve } from '../../../model/operation.ts'
import { dnsLogHandlers } from './handlers.ts'
import { openDnsLog } from './log.ts'

/** The log of DNS queries. */
export function queryLogPart(core: Core) {
  const { data, resolver, keep } = core
  const log = keep(openDnsLog({ ...core, files: openSegmentFiles(`${data}/dnslog`) }))
  resolver.log(log.take)
  return { dnsLog: log, operations: serve(dnsLog, dnsLogHandlers(core, log)) }
}
