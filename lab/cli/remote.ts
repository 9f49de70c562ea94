import { request } from 'node:http'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { type FromCommand, PROTOCOL, type Terminal, type ToCommand } from './execution.ts'

/** Runs a command in a device through the control socket of its home. Returns its status; throws if it is refused. */
export async function executeRemotely(socketPath: string, device: string, argv: readonly string[]): Promise<number> {
  const socket = await upgrade(socketPath, device)
  const { stdin, stdout, stderr } = process
  const terminal: Terminal | undefined =
    stdin.isTTY && stdout.isTTY
      ? { type: process.env.TERM ?? 'dumb', columns: stdout.columns, rows: stdout.rows }
      : undefined
  const send = (message: ToCommand): void => void socket.write(`${JSON.stringify(message)}\n`)
  send({ argv, terminal })
  if (terminal) stdin.setRawMode(true)
  stdin.on('data', (bytes: Buffer) => send({ input: bytes.toString('base64') }))
  stdin.on('end', () => send({ input: '' }))
  try {
    for await (const line of createInterface({ input: socket })) {
      const message = JSON.parse(line) as FromCommand
      if ('stdout' in message) stdout.write(Buffer.from(message.stdout, 'base64'))
      else if ('stderr' in message) stderr.write(Buffer.from(message.stderr, 'base64'))
      else if ('refused' in message) throw new Error(message.refused)
      else return message.status
    }
    throw new Error('the home was closed')
  } finally {
    if (terminal) stdin.setRawMode(false)
    stdin.pause()
    socket.destroy()
  }
}

function upgrade(socketPath: string, device: string): Promise<Duplex> {
  const headers = { Connection: 'Upgrade', Upgrade: PROTOCOL }
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path: `/exec/${encodeURIComponent(device)}`, headers })
    call.on('upgrade', (_response, socket) => resolve(socket))
    call.on('response', ({ statusCode }) => reject(new Error(`the home refuses commands: ${statusCode}`)))
    call.on('error', reject)
    call.end()
  })
}
