import { CommandFailed } from '../../errors.ts'
import type { EchoOptions } from '../machine.ts'
import { connectOver } from './overlink.ts'

/**
 * Opens a TCP connection over a link and closes it. Returns the time until the other end accepts or refuses it, in milliseconds: a
 * refusal comes from the target as well (RFC 9293 §3.5.2). Undefined after the timeout.
 */
export async function connectEcho({
  link,
  address,
  port,
  timeoutMs,
}: Extract<EchoOptions, { kind: 'tcp' }>): Promise<number | undefined> {
  const failed = (reason: string): CommandFailed => new CommandFailed(['connect', link, address], null, reason)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sentAt = performance.now()
  let stream: ReturnType<typeof connectOver>
  try {
    stream = connectOver(link, address, port)
  } catch (error) {
    throw failed((error as Error).message)
  }
  const timer = setTimeout(resolve, timeoutMs, undefined)
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') resolve(performance.now() - sentAt)
    else reject(failed(message))
  })
  // There is no `connect` event. The kernel accepts a write of no bytes once the connection is open (tcp_sendmsg).
  stream.write('', (error) => error ?? resolve(performance.now() - sentAt))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}
