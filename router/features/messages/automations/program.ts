/**
 * The program in the sandbox that runs a script. It exchanges lines of JSON with the router (protocol.ts): these on the standard input,
 * its own on the standard output. Nothing here is a protection: a script can change all of it. The router checks every line.
 */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { SourceTextModule } from 'node:vm'
import type { FromSandbox, ToSandbox, Trigger } from './protocol.ts'

type Run = (event: unknown, topic: string, time: string) => unknown
interface Registered {
  readonly fits: (trigger: Trigger) => boolean
  readonly run: Run
}

const FILE = 'automation.ts'
const handlers: Registered[] = []
const wants = { Topics: [] as string[], Every: [] as number[], At: [] as string[] }
const calls = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
const { stringify, parse } = JSON
let nextCall = 0
let isLoaded = false
let memory: Record<string, unknown> = {}
/** Of the message that is being written: a pipe takes only a part of it when it is full. */
const pause = new Int32Array(new SharedArrayBuffer(4))

function send(message: FromSandbox): void {
  const bytes = Buffer.from(`${stringify(message)}\n`)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, 5)
    }
  }
}

const shown = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return describe(value).Message
  try {
    return stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
const log = (Level: 'info' | 'warning' | 'error', values: unknown[]): void =>
  send({ Kind: 'log', Level, Text: values.map(shown).join(' ').slice(0, 1000) })

/** The message of an error, and the line of the script that it comes from; 0 if it does not come from one. */
function describe(error: unknown): { Message: string; Line: number } {
  const [, line = '0'] = (error instanceof Error && /automation\.ts:(\d+)/.exec(error.stack ?? '')) || []
  const text =
    error instanceof Error ? (error.name === 'Error' ? error.message : `${error.name}: ${error.message}`) : shown(error)
  return { Message: text.slice(0, 500), Line: Number(line) }
}

function register(fits: Registered['fits'], run: unknown): void {
  if (isLoaded) throw new Error('on, every and at can only be called while the script starts, not in a handler')
  if (typeof run !== 'function') throw new TypeError('the last argument must be a function')
  handlers.push({ fits, run: run as Run })
}

const api = new Proxy(Object.freeze({}), {
  get: (_, group) =>
    new Proxy(Object.freeze({}), {
      get: (_, name) => (input?: unknown) =>
        new Promise((resolve, reject) => {
          const Id = ++nextCall
          calls.set(Id, { resolve, reject })
          send({ Kind: 'call', Id, Name: `${String(group)}.${String(name)}`, Input: input === undefined ? {} : input })
        }),
    }),
})

const globals = {
  api,
  memory: new Proxy(
    {},
    {
      get: (_, name) => memory[name as string],
      set: (_, name, value) => {
        memory[name as string] = value
        return true
      },
      has: (_, name) => name in memory,
      deleteProperty: (_, name) => delete memory[name as string],
      ownKeys: () => Reflect.ownKeys(memory),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(memory, name),
    },
  ),
  on(topic: string, run: unknown) {
    const prefix = topic.endsWith('*') ? topic.slice(0, -1) : undefined
    register(
      ({ Kind, Name }) => Kind === 'topic' && (prefix === undefined ? Name === topic : Name.startsWith(prefix)),
      run,
    )
    wants.Topics.push(topic)
  },
  every(minutes: number, run: unknown) {
    register(({ Kind, Name }) => Kind === 'every' && Name === String(minutes), run)
    wants.Every.push(minutes)
  },
  at(time: string, run: unknown) {
    register(({ Kind, Name }) => Kind === 'at' && Name === time, run)
    wants.At.push(time)
  },
  notify: (title: unknown, text: unknown = '') =>
    send({ Kind: 'notice', Title: shown(title).slice(0, 200), Text: shown(text).slice(0, 1000) }),
  sleep: (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
  console: {
    log: (...values: unknown[]) => log('info', values),
    info: (...values: unknown[]) => log('info', values),
    debug: (...values: unknown[]) => log('info', values),
    warn: (...values: unknown[]) => log('warning', values),
    error: (...values: unknown[]) => log('error', values),
  },
}

async function load(script: string): Promise<void> {
  try {
    const module = new SourceTextModule(script, { identifier: FILE })
    await module.link((specifier: string) => {
      throw new Error(`an automation cannot import ${JSON.stringify(specifier)}`)
    })
    await module.evaluate()
    isLoaded = true
    send({ Kind: 'loaded', ...wants })
  } catch (error) {
    send({ Kind: 'failed', ...describe(error) })
  }
}

async function run(trigger: Trigger, Event: unknown): Promise<void> {
  let failure: { Message: string; Line: number } | undefined
  for (const { fits, run } of handlers) {
    if (!fits(trigger)) continue
    try {
      await run(Event, trigger.Name, trigger.Time)
    } catch (error) {
      failure ??= describe(error)
    }
  }
  send({ Kind: 'done', ...(failure ?? { Message: '', Line: 0 }), Memory: memory })
}

function take(line: string): void {
  const message = parse(line) as ToSandbox
  if (message.Kind === 'load') void load(message.Script)
  else if (message.Kind === 'run') {
    memory = message.Memory
    void run(message.Trigger, message.Event)
  } else {
    const call = calls.get(message.Id)
    calls.delete(message.Id)
    if (message.Error === undefined) call?.resolve(message.Value)
    else call?.reject(new Error(message.Error))
  }
}

Object.assign(globalThis, globals)
process.on('unhandledRejection', (error) => log('error', [describe(error).Message]))
createInterface({ input: process.stdin }).on('line', take)
