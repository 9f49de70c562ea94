import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openControl } from '../../../router/machine/linux/control.ts'
import {
  bind,
  close,
  connect,
  recv,
  SO_RCVTIMEO,
  SOCK_DGRAM_CLOEXEC,
  SOL_SOCKET,
  send,
  setsockopt,
  socket,
  timeval,
} from '../../../router/machine/linux/libc.ts'
import type { Namespace } from '../../home/namespace.ts'

const SELF = fileURLToPath(import.meta.url)
/** In place of a command: walks through the stations with blocking calls, and answers with their number and the time it took. */
const WALK = 'walk'
const AF_UNIX = 1
const REPLY_BYTES = 8192
const TIMEOUT_MS = 10_000

/** Milliseconds of the clock that all processes share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6

type Message = { readonly event: string; readonly at: number } | { readonly answer: string; readonly ms: number }

/** The control interface of hostapd or wpa_supplicant in another namespace: it only answers to sockets there. */
export interface Relay {
  /** The answer, and how long it took there. */
  request(command: string): Promise<{ readonly answer: string; readonly ms: number }>
  /** `STA-FIRST` and `STA-NEXT` in turn, as fast as hostapd answers. */
  walk(): Promise<{ readonly count: number; readonly ms: number }>
  /** The time of the next event that contains this text. Rejects if none comes in time. */
  next(text: string, timeoutMs?: number): Promise<number>
}

/** Starts a program in the namespace that passes commands and events on. */
export async function openRelay(namespace: Namespace, path: string): Promise<Relay> {
  const waiting = new Set<{ readonly text: string; readonly resolve: (at: number) => void }>()
  const asked: ((answered: { readonly answer: string; readonly ms: number }) => void)[] = []
  const program = namespace.start([process.execPath, SELF, path], (line) => {
    if (!line.startsWith('{')) return
    const message = JSON.parse(line) as Message
    if ('answer' in message) asked.shift()?.(message)
    else for (const one of waiting) if (message.event.includes(one.text)) one.resolve(message.at)
  })
  await program.line('attached')
  const request: Relay['request'] = (command) => {
    const { promise, resolve } = Promise.withResolvers<{ readonly answer: string; readonly ms: number }>()
    asked.push(resolve)
    program.write(`${command}\n`)
    return promise
  }
  return {
    request,
    async walk() {
      const { answer, ms } = await request(WALK)
      return { count: Number(answer), ms }
    },
    async next(text, timeoutMs = 60_000) {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const one = { text, resolve }
      waiting.add(one)
      const timer = setTimeout(() => reject(new Error(`no ${text} from ${path}`)), timeoutMs)
      return promise.finally(() => {
        waiting.delete(one)
        clearTimeout(timer)
      })
    },
  }
}

/** Returns the number of stations. */
function walk(path: string): number {
  const fd: number = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  const family = Buffer.from([AF_UNIX, 0])
  const address = Buffer.concat([family, Buffer.from(path), Buffer.alloc(1)])
  const reply = Buffer.alloc(REPLY_BYTES)
  try {
    if (bind(fd, family, family.length) !== 0 || connect(fd, address, address.length) !== 0)
      throw new Error(`no access point at ${path}`)
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, timeval(TIMEOUT_MS), 16)
    for (let [count, command] = [0, 'STA-FIRST']; ; count++) {
      const bytes = Buffer.from(command)
      send(fd, bytes, bytes.length, 0)
      const length: number = recv(fd, reply, REPLY_BYTES, 0)
      const mac = reply.toString('latin1', 0, Math.max(length, 0)).split('\n')[0]
      if (!mac?.includes(':')) return count
      command = `STA-NEXT ${mac}`
    }
  } finally {
    close(fd)
  }
}

if (import.meta.main) {
  const path = process.argv[2] ?? ''
  const print = (message: Message): void => console.log(JSON.stringify(message))
  const control = await openControl(path, (event) => print({ event, at: now() }))
  console.log('attached')
  for await (const command of createInterface(process.stdin)) {
    const began = now()
    const answer = command === WALK ? String(walk(path)) : await control.request(command)
    print({ answer, ms: now() - began })
  }
  process.exit(0)
}
