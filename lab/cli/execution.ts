import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { IncomingMessage, Server } from 'node:http'
import { createInterface } from 'node:readline'
import type { Duplex, Readable, Writable } from 'node:stream'
import { environment } from '../process/program.ts'

/** What a client of `/exec/<device>` sends: first the command, then its input; each a line of JSON. */
export type ToCommand =
  | { readonly argv: readonly string[]; readonly terminal?: Terminal | undefined }
  /** Base64. Empty: its end. */
  | { readonly input: string }

/** What it receives. Output is in base64; a status ends the connection. */
export type FromCommand =
  | { readonly stdout: string }
  | { readonly stderr: string }
  | { readonly status: number }
  | { readonly refused: string }

/** The terminal that a command is shown in. */
export interface Terminal {
  readonly type: string
  readonly columns: number
  readonly rows: number
}

/** The name of the protocol in the upgrade of the HTTP connection. */
export const PROTOCOL = 'sallyport-exec'

/**
 * Runs commands in devices for clients that cannot enter their namespaces: those outside of a virtual machine. `enter` returns the
 * command line that runs a command in a device.
 */
export function serveExecution(
  server: Server,
  enter: (device: string, argv: readonly string[]) => readonly string[],
): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const [, verb, name = ''] = (request.url ?? '').split('/')
    if (verb !== 'exec') return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    socket.on('error', () => socket.destroy())
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${PROTOCOL}\r\n\r\n`)
    let child: ChildProcessWithoutNullStreams | undefined
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line) as ToCommand
      if ('argv' in message) {
        const { argv, terminal } = message
        try {
          const words = enter(decodeURIComponent(name), terminal ? inTerminal(argv, terminal) : argv)
          child = start(words, terminal, socket)
        } catch (error) {
          socket.end(encode({ refused: (error as Error).message }))
        }
      } else if (child) feed(child.stdin, message.input)
    })
  })
}

const encode = (message: FromCommand): string => `${JSON.stringify(message)}\n`

function feed(stdin: Writable, input: string): void {
  if (input === '') stdin.end()
  else stdin.write(Buffer.from(input, 'base64'))
}

function start(
  [program = '', ...args]: readonly string[],
  terminal: Terminal | undefined,
  socket: Duplex,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, {
    env: { ...environment, TERM: terminal?.type ?? 'dumb', HOME: '/root' },
    detached: true,
  })
  const forward = (stream: Readable, encoded: (text: string) => FromCommand): void => {
    stream.on('data', (bytes: Buffer) => {
      if (socket.write(encode(encoded(bytes.toString('base64'))))) return
      stream.pause()
      socket.once('drain', () => stream.resume())
    })
  }
  forward(child.stdout, (stdout) => ({ stdout }))
  forward(child.stderr, (stderr) => ({ stderr }))
  child.stdin.on('error', () => {}) // It may end before it has read everything.
  child.on('error', (error) => socket.end(encode({ refused: error.message })))
  child.on('close', (code) => socket.end(encode({ status: code ?? 1 })))
  // The client has ended before the command, as by Ctrl-C without a terminal.
  socket.on('end', () => socket.destroy())
  socket.on('close', () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGHUP')
  })
  return child
}

/** script(1) gives a command a terminal. It takes a line for the shell. */
function inTerminal(argv: readonly string[], { columns, rows }: Terminal): string[] {
  const quoted = argv.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  return ['script', '-qefc', `stty cols ${Number(columns)} rows ${Number(rows)}; exec ${quoted}`, '/dev/null']
}
