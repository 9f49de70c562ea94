import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CHROMIUM, openBrowserIn } from '../browser/browser.ts'
import { ROOT } from '../process/place.ts'
import { buildBare } from './app.ts'
import { type LoadStage, openPage, sessionOf } from './app-session.ts'
import { openStage, routeOurs } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const ROUNDS = 5
const URL_OF_ROUTER = 'http://localhost'
/** The processor and the connection of a slow phone with a bad wifi signal. */
const SLOWER = 4
const MBIT = 20
const LATENCY_MS = 30

/** A JavaScript condition that is true when the page is ready to use. */
const THERE = {
  signIn: `document.querySelector('input[type=password]')`,
  home: `document.querySelector('h1')`,
  // Every figure is shown, and no request is pending.
  figures: `document.querySelector('h1') && !document.querySelector('main [class*=Skeleton]')`,
  bare: `document.querySelector('h1')`,
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const bytes = (MBIT * 1e6) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** Milliseconds from navigation until the page is ready: with an empty cache, then with a filled one. */
async function timeOf(stage: LoadStage, url: string, there: string, isSignedIn = false): Promise<[number, number]> {
  const page = await openPage(stage, isSignedIn)
  await slowDown(page)
  const once = async (): Promise<number> => {
    await page.goto(url, { waitUntil: 'commit' })
    return await page.evaluate(`bench.since(() => ${there})`)
  }
  const first = await once()
  await page.waitForLoadState('networkidle')
  const again = await once()
  await page.close()
  return [first, again]
}

/** Load times of the first screens on a slow phone, and of a bare React page that the same router serves. */
export async function benchFirstLoad(): Promise<Row[]> {
  const web = join(mkdtempSync(join(tmpdir(), 'web-')), 'dist')
  cpSync(join(ROOT, 'web/dist'), web, { recursive: true })
  await buildBare(join(web, 'bare'), '/bare/')
  const router = await routeOurs(await openStage('ours'), 'load', ['--web', web])
  const browser = await openBrowserIn(router.namespace, CHROMIUM)
  try {
    return await compare({ browser, session: await sessionOf(router) })
  } finally {
    await browser.close()
    await router.daemon.stop()
  }
}

async function compare(stage: LoadStage): Promise<Row[]> {
  const cases = {
    'sign-in': () => timeOf(stage, URL_OF_ROUTER, THERE.signIn),
    Home: () => timeOf(stage, `${URL_OF_ROUTER}/admin`, THERE.home, true),
    'Home with all its figures': () => timeOf(stage, `${URL_OF_ROUTER}/admin`, THERE.figures, true),
  }
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(cases)) {
    const [ours, bare]: [number, number][][] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      bare!.push(await timeOf(stage, `${URL_OF_ROUTER}/bare/index.html`, THERE.bare))
      ours!.push(await measure())
    }
    for (const [visit, words] of ['nothing kept', 'once more'].entries()) {
      const [a, b] = [ours!, bare!].map((side) => side.map((times) => times[visit]!)) as [number[], number[]]
      rows.push({
        what: `${name} on a slow phone, ${words}`,
        ours: `${median(a).toFixed(0)} ms`,
        peer: `${median(b).toFixed(0)} ms`,
        ratio: pairedRatio(a, b).toFixed(2),
        aim: name === 'sign-in' ? '≤ 1.5' : '',
      })
    }
  }
  return rows
}
