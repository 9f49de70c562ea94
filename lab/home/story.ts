import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { DeviceSpec } from '../guests/device.ts'
import { openCapture } from '../probes/capture.ts'
import { ROOT } from '../process/place.ts'
import { type Home, type HomeOf, type HomeOptions, openHome } from './home.ts'

/** No scenario takes so long, unless a kernel is emulated. */
const LIMIT_MS = 300_000

/** The title of the last scenario to run, for `npm test -- FILE --only TITLE`: those before it prepare the home. */
const LAST = process.env.SALLYPORT_LAST_STORY

export interface StageOptions extends HomeOptions {
  /** The time after which a scenario fails. */
  readonly limitMs?: number
}

/** Runs one scenario in a home; if it fails, its evidence is kept. */
export type Story<H extends Home> = (title: string, run: (home: H) => Promise<void>) => void

/**
 * Opens a home that the scenarios of a file share: each starts where the one before it ended. Returns the function that runs a
 * scenario. Runs inside a sealed process tree (`npm test`, or lab/cli/check.ts).
 */
export const openStories = async <const H extends Record<string, DeviceSpec>>(
  household: H,
  options?: HomeOptions,
): Promise<Story<HomeOf<H>>> => (await openStage(household, options)).story

/** The same, and the home, to set up something before the first scenario. */
export async function openStage<const H extends Record<string, DeviceSpec>>(
  household: H,
  { limitMs = LIMIT_MS, ...options }: StageOptions = {},
): Promise<{ home: HomeOf<H>; story: Story<HomeOf<H>> }> {
  const home = await openHome(household, { reuses: true, ...options })
  const capture = await openCapture(home.router.namespace)
  after(async () => {
    await capture?.[Symbol.asyncDispose]()
    await home.close()
  })
  let isOver = false
  const story: Story<HomeOf<H>> = (title, run) => {
    if (isOver) return
    isOver = title === LAST
    test(title, { timeout: limitMs }, async () => {
      try {
        await run(home)
      } catch (error) {
        await keepEvidence(home, title, capture?.file)
        throw error
      }
    })
  }
  return { home, story }
}

/** Saves the router's packets, rules, links and log in a folder named after the scenario. */
async function keepEvidence({ router }: Home, title: string, capture: string | undefined): Promise<void> {
  const dir = join(ROOT, '.sallyport/failures', title.toLowerCase().replace(/[^a-z0-9]+/g, '-'))
  mkdirSync(dir, { recursive: true })
  for (const ring of ['0', '1'])
    if (capture && existsSync(capture + ring)) copyFileSync(capture + ring, join(dir, `router${ring}.pcap`))
  const seen = {
    'ruleset.txt': ['nft', 'list', 'ruleset'],
    'links.txt': ['ip', 'addr'],
    'routes.txt': ['ip', 'route', 'show', 'table', 'all'],
    'neighbours.txt': ['ip', 'neigh'],
    'connections.txt': ['conntrack', '-L'],
  }
  for (const [file, argv] of Object.entries(seen)) {
    const { stdout, stderr } = await router.namespace.outcome(argv)
    writeFileSync(join(dir, file), stdout || stderr)
  }
  writeFileSync(join(dir, 'router.log'), router.daemon.lines.join('\n'))
}
