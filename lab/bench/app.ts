import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHROMIUM, openBrowserIn } from '../browser/browser.ts'
import type { Router } from '../guests/router.ts'
import { ROOT } from '../process/place.ts'
import { run } from '../process/program.ts'
import { benchLists } from './app-lists.ts'
import { type AppStage, sessionOf } from './app-session.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { benchLighthouse } from './lighthouse.ts'
import { openStage, register, routeOurs, type Stage } from './stage.ts'
import type { Row } from './table.ts'
import { talk } from './talk.ts'

const BARE = fileURLToPath(new URL('bare', import.meta.url))
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const PORT = 8099
const DEVICES = 1000

/**
 * The admin app in Chromium, with a thousand devices, beside React as it comes out of its box: a plain list of the same
 * devices, and the page that is made first with every new tool.
 */
export async function benchApp(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'app')
  await populate(stage, router)
  const bare = await serveBare(router)
  const browser = await openBrowserIn(router.namespace, CHROMIUM)
  const app: AppStage = { router, browser, ours: 'http://localhost', bare, session: await sessionOf(router) }
  try {
    return [...(await benchLists(app)), ...(await benchLighthouse(app))]
  } finally {
    await browser.close()
    await router.daemon.stop()
  }
}

/** Gives the devices leases and connections. */
async function populate(stage: Stage, router: Router): Promise<void> {
  const devices = loadDevices(DEVICES)
  await register(router, devices)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices })
  const known = (await router.api('/devices')) as Record<string, { MAC: string; RecentIP: string }>
  await talk(
    stage,
    Object.values(known).map(({ MAC, RecentIP }) => ({ mac: MAC, ip: RecentIP })),
  )
}

/** Builds the bare page into a folder. `base` is the path that it is served at. */
export async function buildBare(folder: string, base: string): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  await run([process.execPath, vite, 'build', BARE, '--outDir', folder, '--base', base])
}

/** Builds the bare page and serves it with node:http. */
async function serveBare(router: Router): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'bare-'))
  await buildBare(join(dir, 'dist'), '/')
  writeFileSync(join(dir, 'devices.json'), JSON.stringify(await router.api('/devices')))
  const server = router.namespace.start([
    process.execPath,
    BARE_SERVER,
    String(PORT),
    join(dir, 'dist'),
    join(dir, 'devices.json'),
  ])
  await server.line('listening')
  return `http://localhost:${PORT}`
}
