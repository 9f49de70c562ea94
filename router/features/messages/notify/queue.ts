import type { Message } from '../../../model/messages/notify/message.ts'
import type { PhraseJson } from '../../../phrases/phrase.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'

/** Messages that wait for one target. Further alerts are counted in the last of them. */
export const MOST_WAITING = 100

/** A message that waits. Numbers rise by one from message to message. */
export interface Queued {
  readonly number: number
  readonly message: Message
}

/** The last result of a target. Times are in milliseconds since 1970. */
export interface LastResult {
  readonly at: number
  readonly delivered: number
  /** Empty after a delivery. */
  readonly failure: string
  /** The same as a code with its values. */
  readonly coded?: PhraseJson
}

/** The messages that wait for each target and its last result, on the disk: they are written when a call returns. */
export interface DeliveryQueue {
  waiting(target: string): readonly Queued[]
  add(target: string, message: Message): void
  remove(target: string, queued: readonly Queued[]): void
  last(target: string): LastResult | undefined
  setLast(target: string, result: LastResult): void
  /** Deletes everything about targets for which `exists` returns false. */
  prune(exists: (target: string) => boolean): void
}

/** The key of a message that waits for a target, by its number, or of the last result of the target. */
const writeKey = (target: string, entry: number | 'last'): string => `${target} ${entry}`

function readKey(key: string): { readonly target: string; readonly entry: number | 'last' } {
  const [target = '', entry = ''] = key.split(' ')
  return { target, entry: entry === 'last' ? entry : Number(entry) }
}

export function openDeliveryQueue(log: Pick<KeyValueLog, 'read' | 'change'>): DeliveryQueue {
  const results = new Map<string, LastResult>()
  const messages = new Map<string, Queued[]>()
  for (const [key, text] of log.read()) {
    const { target, entry } = readKey(key)
    const value: unknown = JSON.parse(text)
    if (entry === 'last') results.set(target, value as LastResult)
    else messages.getOrInsert(target, []).push({ number: entry, message: value as Message })
  }
  // Keys are stored in the order of text, in which 10 comes before 9.
  for (const queued of messages.values()) queued.sort((a, b) => a.number - b.number)
  let lastNumber = Math.max(0, ...[...messages.values()].flatMap((queued) => queued.at(-1)?.number ?? []))

  return {
    waiting: (target) => messages.get(target) ?? [],
    add(target, message) {
      const waiting = messages.get(target) ?? []
      const last = waiting.at(-1)
      const isFull = last !== undefined && waiting.length >= MOST_WAITING
      const queued: Queued = isFull
        ? { number: last.number, message: { ...last.message, more: last.message.more + 1 } }
        : { number: ++lastNumber, message }
      messages.set(target, [...(isFull ? waiting.slice(0, -1) : waiting), queued])
      log.change(new Map([[writeKey(target, queued.number), JSON.stringify(queued.message)]]))
    },
    remove(target, queued) {
      if (queued.length === 0) return
      const numbers = new Set(queued.map(({ number }) => number))
      const left = (messages.get(target) ?? []).filter(({ number }) => !numbers.has(number))
      if (left.length > 0) messages.set(target, left)
      else messages.delete(target)
      log.change(new Map(queued.map(({ number }) => [writeKey(target, number), undefined])))
    },
    last: (target) => results.get(target),
    setLast(target, result) {
      results.set(target, result)
      log.change(new Map([[writeKey(target, 'last'), JSON.stringify(result)]]))
    },
    prune(exists) {
      const gone = [...new Set([...messages.keys(), ...results.keys()])].filter((target) => !exists(target))
      const keys = gone.flatMap((target) => [
        ...(messages.get(target) ?? []).map(({ number }) => writeKey(target, number)),
        writeKey(target, 'last'),
      ])
      for (const target of gone) {
        messages.delete(target)
        results.delete(target)
      }
      if (keys.length > 0) log.change(new Map(keys.map((key) => [key, undefined])))
    },
  }
}
