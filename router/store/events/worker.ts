import { parentPort, workerData } from 'node:worker_threads'
import { steadyClock } from '../../machine/clock.ts'
import { openStorage } from './storage.ts'
import type { Call, Reply } from './thread.ts'

const main = parentPort!
const send = (reply: Reply): void => main.postMessage(reply)
const storage = openStorage({
  path: String(workerData),
  clock: steadyClock,
  onFailure: (what, error) => send({ what, error }),
})

main.on('message', async ({ number, method, args }: Call) => {
  try {
    const run = method === 'close' ? () => storage[Symbol.asyncDispose]() : storage[method]
    send({ number, result: await (run as (...args: readonly unknown[]) => unknown)(...args) })
  } catch (error) {
    send({ number, error: (error as Error).message })
  }
})
