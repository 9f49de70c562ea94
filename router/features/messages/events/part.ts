import type { Core } from '../../../core.ts'
import { events } from '../../../model/messages/events/contract.ts'
import { serve } from '../../../model/operation.ts'
import { eventHandlers } from './handlers.ts'
import { openEventStore } from './store.ts'

type Needs = Pick<Parameters<typeof openEventStore>[0], 'storage'> & Pick<Parameters<typeof eventHandlers>[0], 'dnsLog'>

/** Stored events. */
export function eventsPart(core: Core, needs: Needs) {
  const { bus, keep } = core
  const eventStore = keep(openEventStore({ ...core, ...needs }))
  const handlers = eventHandlers({ ...core, ...needs, eventStore, publishedTopics: bus.topics })
  return { eventStore, operations: serve(events, handlers) }
}
