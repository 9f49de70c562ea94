import { parentPort, workerData } from 'node:worker_threads'
import { phraseOf, Unavailable } from '../../errors.ts'
import { steadyClock } from '../../machine/clock.ts'
import { lowerPriority } from '../../machine/priority.ts'
import { phrase } from '../../phrases/phrase.ts'
import { openStorage } from './storage.ts'
import type { Reply, ThreadCall } from './thread.ts'

if (!parentPort) throw new Error('only for a worker thread')
const main = parentPort
// Without it, calls that cause many events take a third longer on two busy processors.
lowerPriority()
const send = (reply: Reply): void => main.postMessage(reply)
const storage = openStorage({
  path: String(workerData),
  clock: steadyClock,
  onFailure: (what, error) => send({ what, error }),
})

main.on('message', async ({ number, method, args }: ThreadCall) => {
  try {
    const run = method === 'close' ? () => storage[Symbol.asyncDispose]() : storage[method]
    send({ number, result: await (run as (...args: readonly unknown[]) => unknown)(...args) })
  } catch (error) {
    const reason = phraseOf(error)
    const message = error instanceof Unavailable ? reason : phrase('messages.eventStoreFailed', reason)
    send({ number, error: message.toJSON() })
  }
})
