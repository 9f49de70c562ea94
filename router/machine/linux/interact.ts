import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import type { Interaction, InteractionEnd, InteractionOptions } from '../interaction.ts'
import { cpuMsOf } from './cpu.ts'
import { openLines } from './lines.ts'

const MOST_ERRORS = 4096

/** Runs a program, without a shell and with an empty environment except `PATH`, and exchanges lines with it. */
export function interact(argv: readonly string[], options: InteractionOptions): Interaction {
  const [program = '', ...args] = argv
  const { onLine, mostLineBytes, mostUnreadBytes, descriptor3 } = options
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], env: { PATH: process.env.PATH } })
  let errors = ''
  let excess: InteractionEnd['excess']
  let isOver = false

  const kill = (reason?: InteractionEnd['excess']): void => {
    if (isOver) return
    isOver = true
    excess = reason
    child.kill('SIGKILL')
  }
  const lines = openLines({
    mostBytes: mostLineBytes,
    onLine: (line) => isOver || onLine(line),
    onExcess: () => kill('line'),
  })
  child.stdout.on('data', lines)
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
