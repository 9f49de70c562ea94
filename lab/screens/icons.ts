import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM } from '../browser/browser.ts'
import { ROOT } from '../process/place.ts'

/** `node lab/screens/icons.ts`: the app's mark as pictures, for home screens that take no SVG. Done again when the mark has changed. */
const MARK = readFileSync(join(ROOT, 'web/public/gate.svg'), 'utf8')
const GREEN = '#1d6f5c'

interface Picture {
  readonly name: string
  readonly size: number
  /** What lies under it; nothing, when it is left out. */
  readonly under?: string
  /** How much of the width the mark takes. A launcher cuts off up to a tenth at each side of one that is maskable. */
  readonly part?: number
}
const PICTURES: readonly Picture[] = [
  { name: 'gate-192', size: 192 },
  { name: 'gate-512', size: 512 },
  { name: 'gate-maskable-512', size: 512, under: GREEN, part: 0.8 },
  { name: 'gate-apple-180', size: 180, under: GREEN, part: 0.9 },
]

async function draw(browser: Browser, { name, size, under = 'transparent', part = 1 }: Picture): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const style = `body{margin:0;height:100vh;display:grid;place-items:center;background:${under}}svg{width:${100 * part}vw}`
  await page.setContent(`<style>${style}</style>${MARK}`)
  await page.screenshot({ path: join(ROOT, `web/public/icons/${name}.png`), omitBackground: true })
  await page.close()
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
for (const picture of PICTURES) await draw(browser, picture)
await browser.close()
