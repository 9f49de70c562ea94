import type { Page } from 'playwright-core'
import type { AppStage } from './app.ts'
import { openPage } from './app-load.ts'
import { median, pairedRatio, type Row } from './table.ts'

const ROUNDS = 3
const DESK = { width: 1280, height: 800 }
/** Of a screen that draws sixty times a second. What takes half as long again has left one out. */
const FRAME_MS = 1000 / 60
const LATE_MS = 1.5 * FRAME_MS
/** As fast as somebody flings a list. */
const SCROLL = { distance: 16_000, speed: 4000 }
/** Each narrows the list, or widens it again. */
const KEYS = ['3', ':', 'e', '7', 'Backspace', 'Backspace', 'Backspace', 'Backspace']
const REST_MS = 700

interface Scrolled {
  readonly frames: readonly number[]
}
interface Typed {
  readonly letters: readonly number[]
  readonly lists: readonly number[]
}

const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]!

/** Lists of a thousand devices, ours and a plain one: scrolled, and narrowed letter by letter. Then the map of them all. */
export async function benchLists(stage: AppStage): Promise<Row[]> {
  const sides = { ours: `${stage.ours}/admin/devices`, peer: `${stage.bare}/list` }
  const scrolled: Record<keyof typeof sides, Scrolled[]> = { ours: [], peer: [] }
  const typed: Record<keyof typeof sides, Typed[]> = { ours: [], peer: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['peer', 'ours'] as const) {
      const page = await openList(stage, sides[side])
      scrolled[side].push({ frames: await scroll(page) })
      typed[side].push(await type(page))
      await page.close()
    }
  const of = <T>(runs: readonly T[], pick: (run: T) => number): number[] => runs.map(pick)
  const row = (
    what: string,
    pick: [readonly number[], readonly number[]],
    spell: (values: readonly number[]) => string,
    aim = '',
  ): Row => ({
    what,
    ours: spell(pick[0]),
    peer: spell(pick[1]),
    ratio: pairedRatio(pick[0], pick[1]).toFixed(2),
    aim,
  })
  const ms = (values: readonly number[]): string => `${median(values).toFixed(1)} ms`
  const both = <T>(runs: Record<keyof typeof sides, T[]>, pick: (run: T) => number): [number[], number[]] => [
    of(runs.ours, pick),
    of(runs.peer, pick),
  ]
  return [
    row(
      '1,000 devices scrolled: a frame',
      both(scrolled, ({ frames }) => median(frames)),
      ms,
      '≤ 16.7 ms',
    ),
    row(
      '1,000 devices scrolled: p95 of the frames',
      both(scrolled, ({ frames }) => share(frames, 0.95)),
      ms,
      '≤ 25 ms',
    ),
    row(
      '1,000 devices scrolled: the longest frame',
      both(scrolled, ({ frames }) => Math.max(...frames)),
      ms,
    ),
    {
      what: '1,000 devices scrolled: frames left out',
      ours: dropped(scrolled.ours),
      peer: dropped(scrolled.peer),
      ratio: '',
      aim: '≤ 1 %',
    },
    row(
      '1,000 devices searched: until a letter stands there, p95',
      both(typed, ({ letters }) => share(letters, 0.95)),
      ms,
      '≤ 50 ms',
    ),
    row(
      '1,000 devices searched: until the list is there',
      both(typed, ({ lists }) => median(lists)),
      ms,
    ),
    row(
      '1,000 devices searched: until the list is there, longest',
      both(typed, ({ lists }) => Math.max(...lists)),
      ms,
    ),
    ...(await benchMap(stage)),
  ]
}

function dropped(runs: readonly Scrolled[]): string {
  const frames = runs.flatMap(({ frames }) => frames)
  const missing = frames.filter((ms) => ms > LATE_MS).reduce((sum, ms) => sum + Math.round(ms / FRAME_MS) - 1, 0)
  return `${((100 * missing) / (frames.length + missing)).toFixed(1)} %`
}

async function openList(stage: AppStage, url: string): Promise<Page> {
  const page = await openPage(stage, true)
  await page.setViewportSize(DESK)
  await page.goto(url)
  await page.locator('main li').nth(15).waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  return page
}

/** Down and up again. */
async function scroll(page: Page): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate('bench.watchFrames()')
  for (const yDistance of [-SCROLL.distance, SCROLL.distance])
    await devtools.send('Input.synthesizeScrollGesture', { x: 640, y: 500, yDistance, speed: SCROLL.speed })
  return await page.evaluate('bench.frameTimes()')
}

async function type(page: Page): Promise<Typed> {
  await page.getByRole('searchbox').focus()
  const typed = { letters: [] as number[], lists: [] as number[] }
  for (const key of KEYS) {
    await page.keyboard.press(key)
    await page.waitForTimeout(REST_MS)
    const told = await page.evaluate<{ letters: number[]; lines: number }>('bench.keyTimes()')
    typed.letters.push(...told.letters)
    if (told.lines > 0) typed.lists.push(told.lines)
  }
  return typed
}

async function benchMap(stage: AppStage): Promise<Row[]> {
  const page = await openPage(stage, true)
  await page.setViewportSize(DESK)
  await page.goto(`${stage.ours}/admin/map`, { waitUntil: 'commit' })
  const drawn: number = await page.evaluate(
    `bench.since(() => document.querySelectorAll('.react-flow__node').length > 1)`,
  )
  await page.waitForLoadState('networkidle')
  await page.locator('.react-flow__pane').scrollIntoViewIfNeeded()
  const box = (await page.locator('.react-flow__pane').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate('bench.watchFrames()')
  for (let step = 0; step < 60; step++) await page.mouse.move(x + 3 * step, y + step)
  await page.mouse.up()
  const frames: number[] = await page.evaluate('bench.frameTimes()')
  await page.close()
  const row = (what: string, ours: string, aim = ''): Row => ({ what, ours, peer: '', ratio: '', aim })
  return [
    row('the map of 1,000 devices: until it is drawn', `${drawn.toFixed(0)} ms`),
    row(
      'the map of 1,000 devices, moved: a frame, and the longest',
      `${median(frames).toFixed(1)} ms, ${Math.max(...frames).toFixed(1)} ms`,
      '≤ 16.7 ms',
    ),
  ]
}
