import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { Interaction, InteractionEnd, InteractionOptions } from '../interaction.ts'

const MOST_ERRORS = 4096
/** The unit of times in `/proc/PID/stat`, which is the same on all architectures: proc(5). */
const TICK_MS = 10
const NEWLINE = 10

/** Runs a program, without a shell and with an empty environment except `PATH`, and exchanges lines with it. */
export function interact(argv: readonly string[], options: InteractionOptions): Interaction {
  const [program = '', ...args] = argv
  const { onLine, mostLineBytes, mostUnreadBytes, descriptor3 } = options
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH } })
  let errors = ''
  let excess: InteractionEnd['excess']
  let isOver = false
  let line: Buffer[] = []
  let lineBytes = 0

  const kill = (reason?: InteractionEnd['excess']): void => {
    if (isOver) return
    isOver = true
    excess = reason
    child.kill('SIGKILL')
  }
  const take = (chunk: Buffer): void => {
    let rest = chunk
    while (!isOver && rest.length > 0) {
      const end = rest.indexOf(NEWLINE)
      const part = end < 0 ? rest : rest.subarray(0, end)
      lineBytes += part.length
      if (lineBytes > mostLineBytes) {
        kill('line')
        return
      }
      line.push(part)
      if (end < 0) return
      const text = Buffer.concat(line).toString()
      line = []
      lineBytes = 0
      rest = rest.subarray(end + 1)
      onLine(text)
    }
  }
  child.stdout.on('data', take)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MOST_ERRORS)
  })
  const extra = child.stdio[3] as Writable
  // A program that ends early leaves these unread.
  for (const stream of [child.stdin, extra]) stream.on('error', () => undefined)
  extra.end(descriptor3)
  const ended = new Promise<InteractionEnd>((resolve) => {
    child.on('error', ({ message }) => {
      isOver = true
      resolve({ code: null, excess, errors: message })
    })
    child.on('close', (code) => {
      isOver = true
      resolve({ code, excess, errors })
    })
  })
  return {
    ended,
    send(text) {
      if (isOver) return
      child.stdin.write(`${text}\n`)
      if (child.stdin.writableLength > mostUnreadBytes) kill('unread')
    },
    cpuMs: () => (child.pid === undefined ? 0 : cpuMsOf(child.pid, 2)),
    [Symbol.dispose]: () => kill(),
  }
}

/** The CPU time of a process and of its descendants down to `depth` generations; 0 for one that has ended. */
function cpuMsOf(pid: number, depth: number): number {
  try {
    // The name of the program is in parentheses and may contain any character: proc(5).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS
    const children = depth > 0 ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim() : ''
    return children.split(' ').reduce((sum, one) => sum + (one === '' ? 0 : cpuMsOf(Number(one), depth - 1)), own)
  } catch {
    return 0
  }
}
