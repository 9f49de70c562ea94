import { parentPort, workerData } from 'node:worker_threads'
import { Unavailable } from '../../errors.ts'
import { steadyClock } from '../../machine/clock.ts'
import { lowerPriority } from '../../machine/priority.ts'
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
    const { message } = error as Error
    send({ number, error: error instanceof Unavailable ? message : `the event store failed: ${message}` })
  }
})
