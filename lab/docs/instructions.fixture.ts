import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { TOTP } from 'otpauth'
import { freePort, OpenedHome } from '../home/opened.ts'
import { ROOT } from '../process/place.ts'
import { type Block, type Page, placeOfBlock, readPages, shows } from './pages.ts'

/** The page whose first commands README shows. The page about the installation has commands for hardware only. */
export const FIRST_PAGE = 'site/docs/setup_guides/virtual_spr.md'

/** The programs that `npx sallyport home` and `npx sallyport vpn` run. */
const COMMANDS = { home: join(ROOT, 'lab/cli/command.ts'), vpn: join(ROOT, 'bin/vpn/command.ts') }

const STEP_S = 30
const MOST_TIMES = 3
const CURLRC = 'silent\nshow-error\nfail-with-body\nmax-time = 30\n'

/** Runs the block, and returns its exit status and its output. */
type Type = (block: Block) => { readonly status: number | null; readonly printed: string }

/** Tests that run the commands of pages in a home, one page after another. */
export async function runPages(isChosen: (path: string) => boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-'))
  writeFileSync(join(folder, '.curlrc'), CURLRC)
  const home = new OpenedHome(await freePort(), folder)
  before(() => home.start('--quiet'), { timeout: 120_000 })
  after(async () => {
    await home.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  const type = typist(home, folder)
  for (const page of readPages().filter(({ path }) => isChosen(path)))
    if (page.blocks.some(({ mark }) => mark.startsWith('run')))
      test(`commands of ${page.path}`, { timeout: 120_000 }, () => runPage(page, type))
}

function typist(home: OpenedHome, folder: string): Type {
  let seed = ''
  let codes = 0
  /** Each code is valid once; the router also accepts the previous and the next one. */
  const nextCode = (): string =>
    new TOTP({ secret: seed }).generate({ timestamp: Date.now() + ((codes++ % 3) - 1) * STEP_S * 1000 })
  return (block) => {
    const typed = block.text
      .replaceAll('127.0.0.1:8000', `127.0.0.1:${home.port}`)
      .replaceAll('-u admin ', `-u 'admin:${home.password}' `)
      .replaceAll('123456', () => nextCode())
    const script = `set -eo pipefail\nnpx() { case $2 in vpn) file=${COMMANDS.vpn};; *) file=${COMMANDS.home};; esac; shift 2; "${process.execPath}" "$file" "$@"; }\ncd "${folder}"\n${typed}\n`
    const env = { ...home.environment, CURL_HOME: folder }
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      ...{ env, encoding: 'utf8', timeout: 60_000 },
      // The description of the API has more than the usual mebibyte.
      maxBuffer: 16 << 20,
    })
    const printed = stdout + stderr
    seed = /"Secret":"([A-Z2-7]+)"/.exec(printed)?.[1] ?? seed
    return { status, printed }
  }
}

function runPage({ blocks }: Page, type: Type): void {
  let typed: Block | undefined
  let printed = ''
  const go = (block: Block): void => {
    const done = type(block)
    typed = block
    printed = done.printed
    assert.equal(done.status !== 0, block.mark === 'run refused', `${placeOfBlock(block)} gave ${printed}`)
  }
  for (const block of blocks) {
    if (block.mark.startsWith('run')) go(block)
    if (block.mark !== 'answer') continue
    // Logs are written a moment later, so such commands are repeated.
    for (let times = 0; times < MOST_TIMES && typed && !shows(printed, block.text); times++) go(typed)
    assert.ok(shows(printed, block.text), `${placeOfBlock(block)}: it was ${printed}`)
  }
}
