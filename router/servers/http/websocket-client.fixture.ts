import { WebSocket } from 'ws'
import type { Trial } from './trial.fixture.ts'

/** A client that keeps what it receives, and the code or the status that ended it. */
export async function connect(
  { port }: Pick<Trial, 'port'>,
  path: string,
  headers: Record<string, string> = {},
  from = '127.0.0.1',
) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, localAddress: from })
  const received: string[] = []
  const waiting: (() => void)[] = []
  const wake = () => waiting.splice(0).forEach((resume) => void resume())
  socket.on('message', (data) => {
    received.push(String(data))
    wake()
  })
  const ended = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), ended])
  return {
    socket,
    received,
    ended,
    async next(count: number) {
      while (received.length < count) await new Promise<void>((resume) => waiting.push(resume))
      return received[count - 1]!
    },
    [Symbol.dispose]: () => socket.terminate(),
  }
}
