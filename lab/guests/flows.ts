import { createSocket, type Socket } from 'node:dgram'
import { connect } from 'node:net'

/**
 * Opens as many UDP flows as there are source ports and destination ports for: `node flows.ts <address> <count> [<port> [tcp]]`,
 * to ports from 20000 to 59999, or all to one port from as many source ports; with `tcp`, connections that it opens and closes.
 * Prints `done` when all are sent. `node flows.ts answer` is the server that cooperates: every datagram that is redirected to
 * port 7 is answered twice, so that its flow counts as a lasting one.
 */
const [address = '', count = '', port, protocol = 'udp'] = process.argv.slice(2)
const FIRST_PORT = 20_000
const LAST_PORT = 60_000
/** Concurrent flows. */
const WINDOW = 100

const open = (): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.on('error', () => {})
    socket.bind(0, () => resolve(socket))
  })
const send = (socket: Socket, to: number): Promise<void> =>
  new Promise((resolve) => socket.send('x', to, address, () => resolve()))

async function flood(): Promise<void> {
  const shared = await open()
  for (let sent = 0; sent < Number(count); sent += WINDOW)
    await Promise.all(
      Array.from({ length: WINDOW }, async (_, i) => {
        if (port === undefined) return send(shared, FIRST_PORT + ((sent + i) % (LAST_PORT - FIRST_PORT)))
        if (protocol === 'tcp') return openAndClose()
        const own = await open()
        await send(own, Number(port))
        own.close()
      }),
    )
  shared.close()
  console.log('done')
}

const openAndClose = (): Promise<void> =>
  new Promise((resolve) => {
    const connection = connect(Number(port), address, () => connection.destroySoon())
    connection.setTimeout(500, () => connection.destroy())
    connection.on('error', () => {})
    connection.on('close', () => resolve())
  })

async function answer(): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('message', (_, { port, address }) => {
    for (let i = 0; i < 2; i++) socket.send('x', port, address, () => {})
  })
  socket.bind(7, () => console.log('answering'))
}

await (address === 'answer' ? answer() : flood())
