import { mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { splice } from '../home/door.ts'
import { BASE, type KeptHome, keepHome } from '../home/keep.ts'
import { settle } from '../process/inside.ts'
import type { Opening, Report } from '../process/messages.ts'
import { run } from '../process/program.ts'
import { ADDRESS } from './boot.ts'
import { LISTENING, PORTS } from './ports.ts'
import { loadRadios } from './radios.ts'

/** The first program in the virtual machine of a home. It opens the home, and ends when the channel to its starter closes. */
let kept: KeptHome | undefined

async function settleGuest(): Promise<void> {
  await settle()
  await run(['/guest/modprobe', '-a', 'virtio_net', 'virtio_blk', 'ext4'])
  mkdirSync(BASE, { recursive: true })
  await run(['mount', '/dev/vda', BASE])
  await run(['ip', 'address', 'add', `${ADDRESS}/24`, 'dev', 'eth0'])
  await run(['ip', 'link', 'set', 'eth0', 'up'])
  await loadRadios()
}

/** Connections to a port are forwarded to a unix socket of the home. */
function lead(port: number, path: string): void {
  createServer({ allowHalfOpen: true, noDelay: true }, (outer) =>
    splice(outer, connect({ path, allowHalfOpen: true })),
  ).listen(port, ADDRESS)
}

async function open(channel: Socket, asked: Opening): Promise<void> {
  const report = (message: Report): void => void channel.write(`${JSON.stringify(message)}\n`)
  try {
    kept = await keepHome({ ...asked, report, onRouterLine: (line) => console.log(line) })
    report({ ready: true })
    flushCompileCache()
  } catch (error) {
    report({ failed: (error as Error).stack ?? String(error) })
    channel.end()
  }
}

async function close(): Promise<never> {
  await kept?.close()
  process.exit(0)
}

await settleGuest()
lead(PORTS.console, join(BASE, 'home/console'))
lead(PORTS.control, join(BASE, 'home/control'))
createServer((channel) => {
  channel.on('error', () => channel.destroy())
  channel.on('close', close)
  createInterface({ input: channel }).once('line', (line) => void open(channel, JSON.parse(line)))
}).listen(PORTS.channel, ADDRESS, () => console.log(LISTENING))
