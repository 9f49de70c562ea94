import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../router/machine/linux/clock.ts'
import { serveControl } from '../cli/control.ts'
import { type Supervisor, supervise } from '../cli/supervisor.ts'
import { settleInside } from '../process/inside.ts'
import type { Opening, Report } from '../process/messages.ts'
import { run } from '../process/program.ts'
import { startChatter } from './chatter.ts'
import { type Home, openHome } from './home.ts'
import { household } from './household.ts'

const BASE = '/run/sallyport/base'

const report = (message: Report): void => void process.send?.(message)
const progress = (text: string): void => report({ progress: text })

const opening = new Promise<Opening>((resolve) => process.once('message', (message) => resolve(message as Opening)))
let home: Home | undefined
let supervisor: Supervisor | undefined

/** The channel has closed: by Ctrl-C, or because its process was killed. Stops the daemon; the kernel removes the rest. */
async function close(): Promise<never> {
  supervisor?.[Symbol.dispose]()
  await home?.close()
  process.exit(0)
}

async function open(): Promise<void> {
  await settleInside(close)
  const { base, uplink, unset, quiet, password } = await opening
  // A short path for the sockets inside.
  mkdirSync(BASE, { recursive: true })
  await run(['mount', '--bind', base, BASE])
  const data = unset ? join(BASE, 'unset') : BASE
  if (unset) rmSync(data, { recursive: true, force: true })
  rmSync(join(data, 'run'), { recursive: true, force: true }) // What the router knew of a machine that is no more.

  const log = join(BASE, 'home/router.log')
  writeFileSync(log, '')
  home = await openHome(household, {
    data,
    console: join(BASE, 'home/console'),
    authority: join(BASE, 'home/authority'),
    uplink,
    unset,
    password,
    onProgress: progress,
    onRouterLine: (line) => appendFileSync(log, `${line}\n`),
  })
  const guard = supervise(home.router, systemClock, (line) => {
    appendFileSync(log, `${new Date().toISOString()} ${line}\n`)
    progress(line)
  })
  supervisor = guard
  await gather(home, unset)
  serveControl(home, () => guard.state, join(BASE, 'home/control'))
  if (!quiet && !unset) startChatter(home)
  report({ ready: true })
}

/** Connects the devices that can join: a router that is not set up has no passphrases for the radio. */
async function gather({ devices }: Home, unset: boolean): Promise<void> {
  progress('connecting the devices')
  const able = [...devices.values()].filter(({ spec }) => spec.wired || !unset)
  const joined = await Promise.allSettled(able.map((device) => device.join()))
  for (const [index, result] of joined.entries())
    if (result.status === 'rejected')
      progress(`${able[index]?.name} did not get in: ${(result.reason as Error).message}`)
}

open().catch(async (error: Error) => {
  report({ failed: error.stack ?? error.message })
  await home?.close()
  process.exit(1)
})
