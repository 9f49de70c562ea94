import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settleInside } from '../process/inside.ts'
import type { Opening, Report } from '../process/messages.ts'
import { run } from '../process/program.ts'
import { BASE, type KeptHome, keepHome } from './keep.ts'

const report = (message: Report): void => void process.send?.(message)

const opening = new Promise<Opening>((resolve) => process.once('message', (message) => resolve(message as Opening)))
let kept: KeptHome | undefined

/** The channel has closed: by Ctrl-C, or because its process was killed. Stops the daemon; the kernel removes the rest. */
async function close(): Promise<never> {
  await kept?.close()
  process.exit(0)
}

async function open(): Promise<void> {
  await settleInside(close)
  const asked = await opening
  mkdirSync(BASE, { recursive: true })
  await run(['mount', '--bind', asked.base, BASE])
  const log = join(BASE, 'home/router.log')
  writeFileSync(log, '')
  kept = await keepHome({ ...asked, report, onRouterLine: (line) => appendFileSync(log, `${line}\n`) })
  report({ ready: true })
}

open().catch((error: Error) => {
  report({ failed: error.stack ?? error.message })
  process.exit(1)
})
