import type { Page } from 'playwright-core'
import type { AppStage } from './app-session.ts'
import { openPage } from './app-session.ts'
import { cpuOfFrames } from './frames.ts'
import { median, pairedRatio, type Row } from './table.ts'

const ROUNDS = 3
const DESK = { width: 1280, height: 800 }
/** Milliseconds of a frame at 60 Hz. A frame that took half as long again counts as dropped. */
const FRAME_MS = 1000 / 60
const LATE_MS = 1.5 * FRAME_MS
/** Pixels, and pixels a second: a fast fling. */
const FLING = { distance: 16_000, speed: 4000 }
/** Keys that filter the list, or undo that. */
const KEYS = ['3', ':', 'e', '7', 'Backspace', 'Backspace', 'Backspace', 'Backspace']
const REST_MS = 700

/** The figures of a list, in the order of the rows: milliseconds, except for dropped frames. */
const FIGURES = {
  cpu: ['scrolled: CPU of a frame in the page’s thread, p95', '≤ 16.7 ms'],
  frame: ['scrolled: a frame', '≤ 16.7 ms'],
  late: ['scrolled: p95 of the frames', '≤ 25 ms'],
  longest: ['scrolled: the longest frame', ''],
  leftOut: ['scrolled: frames left out', '≤ 1 %'],
  letter: ['searched: until a letter is shown, p95', '≤ 50 ms'],
  list: ['searched: until the list is there', ''],
  listLongest: ['searched: until the list is there, longest', ''],
} as const
type Figures = Record<keyof typeof FIGURES, number>

const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]!

/** Scrolls and filters lists of 1,000 devices, ours and a plain one; then measures the map of all of them. */
export async function benchLists(stage: AppStage): Promise<Row[]> {
  const [ours, peer]: [Figures[], Figures[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    peer.push(await listAt(stage, `${stage.bare}/list`))
    ours.push(await listAt(stage, `${stage.ours}/admin/devices`))
  }
  const rows = Object.entries(FIGURES).map(([name, [words, aim]]) => {
    const [a, b] = [ours, peer].map((side) => side.map((figures) => figures[name as keyof Figures])) as [
      number[],
      number[],
    ]
    const spell = (values: readonly number[]) => `${median(values).toFixed(1)} ${name === 'leftOut' ? '%' : 'ms'}`
    const ratio = name === 'leftOut' ? '' : pairedRatio(a, b).toFixed(2)
    return { what: `1,000 devices ${words}`, ours: spell(a), peer: spell(b), ratio, aim }
  })
  return [...rows, ...(await benchMap(stage))]
}

async function listAt(stage: AppStage, url: string): Promise<Figures> {
  const page = await openPage(stage, true)
  await page.setViewportSize(DESK)
  await page.goto(url)
  await page.locator('main li').nth(15).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')

  await page.evaluate('bench.watchFrames()')
  await fling(page)
  const frames: number[] = await page.evaluate('bench.frameTimes()')
  const missing = frames.filter((ms) => ms > LATE_MS).reduce((sum, ms) => sum + Math.round(ms / FRAME_MS) - 1, 0)
  const cpu = await cpuOfFrames(page, () => fling(page))
  const { letters, lists } = await type(page)
  await page.close()
  return {
    cpu: share(cpu, 0.95),
    frame: median(frames),
    late: share(frames, 0.95),
    longest: Math.max(...frames),
    leftOut: (100 * missing) / (frames.length + missing),
    letter: share(letters, 0.95),
    list: median(lists),
    listLongest: Math.max(...lists),
  }
}

/** Scrolls down and up. */
async function fling(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const yDistance of [-FLING.distance, FLING.distance])
    await devtools.send('Input.synthesizeScrollGesture', { x: 640, y: 500, yDistance, speed: FLING.speed })
  await devtools.detach()
}

async function type(page: Page): Promise<{ letters: number[]; lists: number[] }> {
  await page.getByRole('searchbox').focus()
  const [letters, lists]: [number[], number[]] = [[], []]
  for (const key of KEYS) {
    await page.keyboard.press(key)
    await page.waitForTimeout(REST_MS)
    const figures = await page.evaluate<{ letters: number[]; lines: number }>('bench.keyTimes()')
    letters.push(...figures.letters)
    if (figures.lines > 0) lists.push(figures.lines)
  }
  return { letters, lists }
}

async function benchMap(stage: AppStage): Promise<Row[]> {
  const page = await openPage(stage, true)
  await page.setViewportSize(DESK)
  await page.goto(`${stage.ours}/admin/map`, { waitUntil: 'commit' })
  const isDrawn = `document.querySelectorAll('.react-flow__node').length > 1`
  const drawn: number = await page.evaluate(`bench.since(() => ${isDrawn})`)
  await page.waitForLoadState('networkidle')
  const pane = page.locator('.react-flow__pane')
  await pane.scrollIntoViewIfNeeded()
  const box = (await pane.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const cpu = await cpuOfFrames(page, async () => {
    for (let step = 0; step < 60; step++) await page.mouse.move(x + 3 * step, y + step)
  })
  await page.mouse.up()
  await page.close()
  const row = (what: string, ms: number, aim = ''): Row => ({
    what: `the map of 1,000 devices${what}`,
    ours: `${ms.toFixed(1)} ms`,
    peer: '',
    ratio: '',
    aim,
  })
  return [
    row(': until it is drawn', drawn),
    row(', moved: CPU of a frame in the page’s thread, p95', share(cpu, 0.95), '≤ 16.7 ms'),
  ]
}
