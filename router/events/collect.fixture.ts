import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Bus, openBus } from './bus.ts'
import { entryOf } from './catalogue.ts'

/** An event that was published: its topic and payload. */
export type Published = readonly [topic: string, payload: unknown]

/** Throws if an event has no topic of the catalogue, or other fields than are described there. */
export function demandDescribed(topic: string, payload: unknown): void {
  const schema = entryOf(topic)?.payload
  assert.ok(schema, `${topic} is not in the catalogue`)
  const strict = schema instanceof z.ZodObject ? schema.strict() : schema
  const { error } = strict.safeParse(payload)
  assert.equal(error && z.prettifyError(error), undefined, `${topic} ${JSON.stringify(payload)}`)
}

/** A bus, and what is published on it. Each event is compared with the catalogue. */
export function openCollectingBus(): { readonly bus: Bus; readonly published: Published[] } {
  const bus = openBus((error) => {
    throw error
  })
  const published: Published[] = []
  bus.subscribePrefix('', (payload, topic) => {
    demandDescribed(topic, payload)
    published.push([topic, payload])
  })
  return { bus, published }
}
