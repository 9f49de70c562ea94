import { Refusal } from './refusal.ts'

const TYPES = ['view', 'click', 'conversion']
const MAX_EVENTS = 100
const MAX_OBJECTS = 20
const MAX_TEXT = 256

/**
 * Validates the events of the insights script and returns their number. They are not stored. Throws `Refusal`.
 */
export function validateEvents(body: unknown): number {
  const { events } = (body ?? {}) as { events?: unknown }
  if (!Array.isArray(events) || events.length === 0 || events.length > MAX_EVENTS)
    throw new Refusal(`events: a list of 1 to ${MAX_EVENTS}`, 400)
  events.forEach((event, i) => {
    check(`events[${i}]`, event)
  })
  return events.length
}

function check(at: string, event: unknown): void {
  const { eventType, eventName, index, userToken, objectIDs } = (event ?? {}) as Record<string, unknown>
  if (!TYPES.includes(eventType as string)) throw new Refusal(`${at}.eventType: one of ${TYPES.join(', ')}`, 400)
  for (const [name, text] of Object.entries({ eventName, index, userToken }))
    if (typeof text !== 'string' || text === '' || text.length > MAX_TEXT)
      throw new Refusal(`${at}.${name}: a text of 1 to ${MAX_TEXT} letters`, 400)
  const isList = Array.isArray(objectIDs) && objectIDs.length <= MAX_OBJECTS
  if (objectIDs !== undefined && !(isList && objectIDs.every((id) => typeof id === 'string' && id.length <= MAX_TEXT)))
    throw new Refusal(`${at}.objectIDs: a list of at most ${MAX_OBJECTS} texts`, 400)
}
