import { FailedAttempt } from '../../../errors.ts'
import type { Interaction, InteractionEnd } from '../../../machine/interaction.ts'
import type { Machine, MonotonicClock } from '../../../machine/machine.ts'
import { LIMITS } from '../../../model/messages/automations/automation.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { FromSandbox, type ToSandbox, type Trigger } from './protocol.ts'
import type { SandboxCommand } from './sandbox.ts'

/** Why a script did not start or a run failed. */
export interface ScriptFailure {
  readonly message: string
  /** The line of the script; 0 if unknown. */
  readonly line: number
}

export interface RunResult {
  readonly failure: ScriptFailure | undefined
  /** What the script wants to be kept until the next run; undefined if it did not say. */
  readonly memory: unknown
}

export type Registrations = Extract<FromSandbox, { Kind: 'loaded' }>

/** What the router does for a script while one of its handlers runs. */
export interface ScriptHost {
  /** Calls an operation. Rejects with a message for the script. */
  call(name: string, input: unknown): Promise<unknown>
  log(level: 'info' | 'warning' | 'error', text: string): void
  notice(title: string, text: string): void
}

/** A script in its sandbox. Disposing of it kills the process. */
export interface ScriptProcess extends Disposable {
  /** Resolves with what the script registers, or why it cannot start. Rejects with `FailedAttempt` if the process ends. */
  readonly started: Promise<Registrations | ScriptFailure>
  /** Runs the handlers of a trigger; one run at a time. Rejects with `FailedAttempt` if the process ends: at a limit, or by a crash. */
  run(trigger: Trigger, event: unknown, memory: Record<string, unknown>): Promise<RunResult>
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>
}

interface Deps {
  readonly machine: Pick<Machine, 'interact'>
  readonly clock: MonotonicClock
  readonly command: SandboxCommand
  readonly script: string
  readonly host: ScriptHost
}

const CHECK_MS = 250

/** Starts a script. Its messages are checked and limited: they may be hostile. */
export function openScript({ machine, clock, command, script, host }: Deps): ScriptProcess {
  const started = Promise.withResolvers<Registrations | ScriptFailure>()
  let running: PromiseWithResolvers<RunResult> | undefined
  let reason: Phrase | undefined
  let isOver = false
  let messages = 0
  let bytes = 0
  let timer: Disposable | undefined
  // No caller waits for a process that is disposed of: a rejection would be unhandled.
  started.promise.catch(() => undefined)

  const program: Interaction = machine.interact(command.argv, {
    descriptor3: command.descriptor3,
    mostLineBytes: LIMITS.lineBytes,
    mostUnreadBytes: 4 * LIMITS.replyBytes,
    onLine: (line) => take(line),
  })
  const send = (message: ToSandbox): void => program.send(JSON.stringify(message))
  const stop = (why: Phrase): void => {
    if (isOver) return
    isOver = true
    reason = why
    unwatch()
    program[Symbol.dispose]()
  }
  const unwatch = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
  }
  /** Ends the process if it takes too long from now on. */
  const watch = (cpuMs: number, ms: number): void => {
    unwatch()
    const from = clock.monotonic()
    const cpuFrom = program.cpuMs()
    const check = (): void => {
      if (program.cpuMs() - cpuFrom > cpuMs) stop(phrase('messages.scriptCpuTime', cpuMs / 1000))
      else if (clock.monotonic() - from > ms) stop(phrase('messages.scriptTime', ms / 1000))
      else timer = clock.after(CHECK_MS, check)
    }
    timer = clock.after(CHECK_MS, check)
  }

  async function call({ Id, Name, Input }: Extract<FromSandbox, { Kind: 'call' }>): Promise<void> {
    if (!running) return send({ Kind: 'reply', Id, Error: 'the API can be called in handlers only, until they end' })
    try {
      send({ Kind: 'reply', Id, Value: await host.call(Name, Input) })
    } catch (error) {
      send({ Kind: 'reply', Id, Error: error instanceof Error ? error.message : String(error) })
    }
  }

  function excessOf(line: string): Phrase | undefined {
    messages++
    bytes += line.length
    if (messages > LIMITS.messages) return phrase('messages.scriptSentMessages', LIMITS.messages)
    if (bytes > LIMITS.messageBytes) return phrase('messages.scriptSentCharacters', LIMITS.messageBytes)
    return undefined
  }

  function take(line: string): void {
    if (isOver) return
    const excess = excessOf(line)
    if (excess !== undefined) {
      stop(excess)
      return
    }
    const message = read(line)
    if (!message) {
      stop(phrase('messages.scriptOutput'))
      return
    }
    if (message.Kind === 'log') host.log(message.Level, message.Text)
    else if (message.Kind === 'notice') {
      if (running) host.notice(message.Title, message.Text)
    } else if (message.Kind === 'call') void call(message)
    else {
      unwatch()
      if (message.Kind === 'loaded') started.resolve(message)
      else if (message.Kind === 'failed') started.resolve({ message: message.Message, line: message.Line })
      else {
        const failure = message.Message === '' ? undefined : { message: message.Message, line: message.Line }
        running?.resolve({ failure, memory: message.Memory })
        running = undefined
      }
    }
  }

  const ended = program.ended.then((end) => {
    isOver = true
    unwatch()
    const error = new FailedAttempt(reason ?? reasonOfEnd(end))
    started.reject(error)
    running?.reject(error)
    running = undefined
  })
  send({ Kind: 'load', Script: script })
  watch(LIMITS.startCpuMs, LIMITS.startMs)
  return {
    started: started.promise,
    ended,
    run(Trigger, Event, Memory) {
      const run = Promise.withResolvers<RunResult>()
      if (isOver) run.reject(new FailedAttempt(reason ?? phrase('messages.scriptHasEnded')))
      else {
        running = run
        messages = 0
        bytes = 0
        send({ Kind: 'run', Trigger, Event, Memory })
        watch(LIMITS.cpuMs, LIMITS.runMs)
      }
      return run.promise
    },
    [Symbol.dispose]: () => stop(phrase('messages.scriptStopped')),
  }
}

function read(line: string): FromSandbox | undefined {
  try {
    return FromSandbox.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Why a process ended that was not stopped. */
export function reasonOfEnd({ code, excess, errors }: InteractionEnd): Phrase {
  if (excess === 'line') return phrase('messages.scriptLongMessage', LIMITS.lineBytes)
  if (excess === 'unread') return phrase('messages.scriptUnreadReplies')
  if (/out of memory|allocation failed|bad_alloc|Failed to allocate/i.test(errors))
    return phrase('messages.scriptMemory', LIMITS.memoryMiB)
  const [sandbox] = /^(?:prlimit|bwrap|nice|choom|spawn).*$/m.exec(errors) ?? []
  if (sandbox !== undefined) return phrase('messages.sandboxNotStarted', sandbox.slice(0, 200))
  if (code === 0) return phrase('messages.scriptEndedItself')
  const last = errors.trim().split('\n').at(-1) ?? ''
  return last === '' ? phrase('messages.scriptCrashed') : phrase('messages.scriptCrashedWith', last.slice(0, 200))
}

/** Whether a process ended because no sandbox can be started: the script is not the cause. */
export const isWithoutSandbox = ({ code }: Phrase): boolean => code === 'messages.sandboxNotStarted'
