import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { CommandFailed } from '../../errors.ts'
import { ASIDE, CommandAnswer, type CommandRequest } from '../../wire/command.ts'
import type { Interaction, InteractionEnd, InteractionOptions } from '../interaction.ts'
import type { Child, ProgramOutcome, SpawnOptions } from '../machine.ts'
import { cpuMsOf } from './cpu.ts'
import { openLines } from './lines.ts'
import { outcome, run, spawn } from './process.ts'

/**
 * Programs that do not run in the unit of the router but in a separate one, which systemd starts for each connection to a socket:
 * those that need root, and sandboxes. `router/root/main.ts` runs them.
 */

/** sh(1), nice(1), bwrap(1) and its processes: the generations between the first process and the script. */
const DESCENDANTS = 5

const MOST_ERRORS = 4096

function send(socket: string, request: Readonly<CommandRequest>): Socket {
  const stream = connect(socket)
  stream.write(`${JSON.stringify(request)}\n`)
  return stream
}

/** The programs that root runs for the router. */
const AS_ROOT = ['date', 'systemctl', 'hostname', 'update']

/** The answer of a program that is run once; an error if there is none. */
function ask(socket: string, request: CommandRequest): Promise<ProgramOutcome | Error> {
  return new Promise((resolve) => {
    let answer = ''
    const stream = send(socket, request).setEncoding('utf8')
    stream.on('data', (text: string) => (answer += text))
    stream.on('error', resolve)
    stream.on('close', () => {
      try {
        const { code, output } = CommandAnswer.parse(JSON.parse(answer))
        resolve({ code, output })
      } catch {
        resolve(new Error('no answer'))
      }
    })
  })
}

/** As `run`, with what needs root through the socket. */
export const runThrough =
  (socket: string): typeof run =>
  async (argv, options = {}) => {
    if (!AS_ROOT.includes(argv[0] ?? '')) return await run(argv, options)
    const answer = await ask(socket, { argv: [...argv] })
    if (answer instanceof Error) throw new CommandFailed(argv, null, answer.message)
    if (answer.code !== 0) throw new CommandFailed(argv, answer.code ?? null, answer.output.trim())
    return answer.output
  }

/** The program that makes sandboxes. */
const SANDBOX = 'bwrap'

/** As `outcome`, with sandboxes through the socket. */
export const outcomeThrough =
  (socket: string): typeof outcome =>
  async (argv, options) => {
    if (argv[0] !== SANDBOX) return await outcome(argv, options)
    const answer = await ask(socket, { argv: [...argv], once: options })
    return answer instanceof Error ? { code: undefined, output: answer.message } : answer
  }

/** The service that root runs for the router. */
const SERVICE = 'superd'

/** As `spawn`, with the service of root through the socket. */
export const spawnOrThrough =
  (socket: string): typeof spawn =>
  (argv, options) =>
    argv[0] === SERVICE ? spawnThrough(socket, argv, options) : spawn(argv, options)

/** It ends with the connection. */
function spawnThrough(socket: string, argv: readonly string[], { onLine }: SpawnOptions = {}): Child {
  const stream = send(socket, { argv: [...argv] })
  let code: number | null = null
  createInterface({ input: stream })
    .on('error', () => undefined)
    .on('line', (line) => {
      if (!line.startsWith(ASIDE)) onLine?.(line)
      else if (line.startsWith(`${ASIDE}exit `)) code = Number(line.slice(ASIDE.length + 5))
    })
  const exited = new Promise<number | null>((resolve) => {
    stream.on('error', ({ message }) => onLine?.(message))
    stream.on('close', () => resolve(code))
  })
  return { pid: -1, exited, [Symbol.dispose]: () => void stream.end() }
}

/** As `interact`, in the unit of scripts: a process of the same user, so that it can be killed from here. */
export function interactThrough(socket: string, argv: readonly string[], options: InteractionOptions): Interaction {
  const { onLine, mostLineBytes, mostUnreadBytes, descriptor3 } = options
  const stream = send(socket, { argv: [...argv], descriptor3: Buffer.from(descriptor3).toString('base64') })
  let isNamed = false
  let pid: number | undefined
  let code: number | null = null
  let errors = ''
  let excess: InteractionEnd['excess']
  let isOver = false

  function kill(reason?: InteractionEnd['excess']): void {
    if (isOver) return
    isOver = true
    excess = reason
    endGroup()
    stream.destroy()
  }
  function endGroup(): void {
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  function takeAside(text: string): void {
    // Written before the program starts. It may write such lines itself: they must not name another process.
    if (!isNamed) {
      isNamed = true
      pid = numberIn(text)
      if (pid === undefined) kill()
      else if (isOver) endGroup()
    } else if (text.startsWith('exit ')) code = statusOf(Number(text.slice(5)))
    else errors = `${errors}${text}\n`.slice(-MOST_ERRORS)
  }
  const lines = openLines({
    mostBytes: mostLineBytes,
    onLine: (line) => {
      if (line.startsWith(ASIDE)) takeAside(line.slice(ASIDE.length))
      else if (!isOver) onLine(line)
    },
    onExcess: () => kill('line'),
  })
  stream.on('data', lines)
  const ended = new Promise<InteractionEnd>((resolve) => {
    stream.on('error', ({ message }) => (errors ||= `spawn: ${message}`))
    stream.on('close', () => {
      isOver = true
      resolve({ code, excess, errors })
    })
  })
  return {
    ended,
    send(text) {
      if (isOver) return
      stream.write(`${text}\n`)
      if (stream.writableLength > mostUnreadBytes) kill('unread')
    },
    cpuMs: () => (pid === undefined ? 0 : cpuMsOf(pid, DESCENDANTS)),
    [Symbol.dispose]: () => kill(),
  }
}

/** The number of a process group; undefined for what is none. 0 and 1 would mean this group, and all processes. */
function numberIn(text: string): number | undefined {
  const [, digits] = /^pid (\d{1,7})$/.exec(text) ?? []
  return Number(digits) > 1 ? Number(digits) : undefined
}

/** sh(1) shows a signal as 128 and its number. */
const statusOf = (status: number): number | null => (status > 128 ? null : status)
