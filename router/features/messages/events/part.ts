import type { Core } from '../../../core.ts'
import { events } from '../../../model/messages/events/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { EventThread } from '../../../store/events/storage.ts'
import type { DnsLog } from '../../dns/querylog/log.ts'
import { eventHandlers } from './handlers.ts'
import { openEventStore } from './store.ts'

interface Needs {
  readonly storage: EventThread
  readonly dnsLog: Pick<DnsLog, 'records' | 'clients' | 'forget'>
}

/** Stored events. */
export function eventsPart(core: Core, needs: Needs) {
  const { bus, keep } = core
  const eventStore = keep(openEventStore({ ...core, ...needs }))
  const handlers = eventHandlers({ ...core, ...needs, eventStore, publishedTopics: bus.topics })
  return { eventStore, operations: serve(events, handlers) }
}
