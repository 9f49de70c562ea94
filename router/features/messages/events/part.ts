import type { Core } from '../../../core.ts'
import { events } from '../../../model/messages/events/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openEventThread } from '../../../store/events/thread.ts'
import type { DnsLog } from '../../dns/querylog/log.ts'
import { eventHandlers } from './handlers.ts'
import { openEventStore } from './store.ts'

interface Needs {
  readonly dnsLog: Pick<DnsLog, 'records' | 'clients' | 'forget'>
}

/** Stored events. */
export function eventsPart(core: Core, needs: Needs) {
  const { clock, data, bus, onFailure, keep } = core
  const storage = openEventThread({ path: `${data}/events.db`, clock, onFailure })
  const eventStore = keep(openEventStore({ ...core, storage }))
  const handlers = eventHandlers({ ...core, ...needs, eventStore, publishedTopics: bus.topics })
  return { eventStore, operations: serve(events, handlers) }
}
