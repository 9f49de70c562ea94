import type { Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  /** CPU time of the thread, µs. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * What each frame costs the page's main thread while something is done, in ms of CPU: that says whether frames are left out on
 * a machine that has nothing else to do, also when this one has.
 */
export async function cpuOfFrames(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  // Frames are identified in the trace by their request.
  await page.evaluate('bench.watchFrames()')
  await act()
  await page.evaluate('bench.frameTimes()')
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`
  const drawn = trace.traceEvents.filter(({ name }) => name === 'FireAnimationFrame').sort((a, b) => a.ts - b.ts)
  const main = threadOf(drawn[0]!)
  const frames = drawn.filter((event) => threadOf(event) === main)
  const tasks = trace.traceEvents.filter(
    (event) => event.name === 'RunTask' && event.tdur !== undefined && threadOf(event) === main,
  )
  const costs = new Array<number>(frames.length).fill(0)
  for (const { ts, tdur = 0 } of tasks) {
    const next = frames.findIndex((frame) => frame.ts > ts)
    if (next > 0) costs[next]! += tdur / 1000
  }
  return costs.slice(1)
}
