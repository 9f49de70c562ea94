import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import type { HouseholdDevice } from './guests/device.ts'

/** None of what Chromium does by itself: the only traffic is what a page asks for. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

/** Chromium on a household device: the link, the resolver and the view of the router that the device has. */
export async function openBrowser({ namespace }: HouseholdDevice): Promise<Browser> {
  const home = join(namespace.dir, 'browser')
  mkdirSync(home, { recursive: true })
  const launcher = join(home, 'chromium')
  const words = namespace.enter(['env', `HOME=${home}`, 'chromium']).map((word) => `'${word}'`)
  writeFileSync(launcher, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return await chromium.launch({
    executablePath: launcher,
    args: [...QUIET, '--no-first-run', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
}
