import type { Core } from '../../../core.ts'
import { classification } from '../../../model/home/kinds/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { DnsLog } from '../../dns/querylog/log.ts'
import type { Lookup } from '../../traffic/lookup/lookup.ts'
import { classificationHandlers } from './handlers.ts'
import { openDeviceKinds } from './kinds.ts'

interface Needs {
  readonly lookup: Pick<Lookup, 'vendorOf'>
  readonly dnsLog: Pick<DnsLog, 'namesOf'>
}

/** The likely kind of each device. */
export function kindsPart(core: Core, { lookup, dnsLog }: Needs) {
  const { history, keep } = core
  const kinds = keep(
    openDeviceKinds({
      ...core,
      saved: history.keyValueLog('signals'),
      vendorOf: lookup.vendorOf,
      namesOf: dnsLog.namesOf,
    }),
  )
  return {
    operations: serve(classification, classificationHandlers(core, kinds, lookup.vendorOf)),
  }
}
