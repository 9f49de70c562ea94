import { z } from 'zod'

/** Values that are nested more deeply could not be written as JSON again. */
const MOST_DEPTH = 32

const Line = z.object({ topic: z.string(), value: z.string().optional() })

export type EventBusMessage =
  | { readonly kind: 'subscribe'; readonly prefix: string }
  | { readonly kind: 'publish'; readonly topic: string; readonly payload: object }

const SUBSCRIBE = 'subscribe:'

/** Reads a line of a client. Returns the reason if it is invalid. */
export function readMessage(line: string): EventBusMessage | string {
  const { data } = Line.safeParse(parsed(line))
  if (!data) return 'a line is {"topic":"…","value":"…"}, in JSON'
  const { topic, value } = data
  if (topic.startsWith(SUBSCRIBE)) return { kind: 'subscribe', prefix: topic.slice(SUBSCRIBE.length) }
  const payload = value === undefined ? undefined : parsed(value)
  if (typeof payload !== 'object' || payload === null || depthOf(payload) > MOST_DEPTH)
    return `${topic.slice(0, 128)}: the value is the JSON text of an object, with at most ${MOST_DEPTH} levels`
  return { kind: 'publish', topic, payload }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The number of levels, up to one more than are permitted. */
function depthOf(value: object): number {
  let level: unknown[] = [value]
  for (let depth = 1; ; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (depth > MOST_DEPTH || !level.some((one) => typeof one === 'object' && one !== null)) return depth
  }
}

/** A line for clients, with its end. `value` is JSON text. */
export const lineOf = (topic: string, value: string): string => `${JSON.stringify({ topic, value })}\n`
