import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { machineProblems } from '../../../web/texts/machine/health/problems.ts'
import { machineHealthTexts } from '../../../web/texts/machine/health.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { run } from '../../process/program.ts'
import { until } from '../../process/until.ts'

const data = '/run/healthy'
const SIZE = 64 << 20
mkdirSync(data)
await run(['mount', '-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'healthy', data])

const { story, page, enter, button, link, words } = await openAppStories(
  { desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] } },
  // A machine of an earlier home does not have this mount.
  { data, reuses: false },
)

const { now, power } = machineHealthTexts

story('the health of the machine is shown', async ({ router }) => {
  await enter('/')
  await link(texts.shell.system).click()
  await link(systemTexts.tabs.health).click()
  await words(now.good).waitFor()
  const state = (await router.api('/machine/health')) as { CPU: { Cores: number }; Memory: { TotalBytes: number } }
  assert.ok(state.CPU.Cores > 0 && state.Memory.TotalBytes > 1e8)
  const facts = await page.locator('dl').first().innerText()
  for (const name of [now.cpu, now.load, now.memory, now.disk, now.own, now.uptime, now.router])
    assert.ok(facts.includes(name), name)
  await inspect(page)
})

story('a disk that is nearly full is a line on Home, until there is space again', async () => {
  const ballast = join(data, 'ballast')
  writeFileSync(ballast, Buffer.alloc(SIZE * 0.95))
  await page.reload()
  await words(machineProblems.of.disk).waitFor()
  await link(texts.shell.start).click()
  await words(machineProblems.title).waitFor()
  await page.getByRole('region', { name: homeTexts.attention.title }).getByRole('link').first().click()
  await words(machineProblems.of.disk).waitFor()
  rmSync(ballast)
  await page.reload()
  await words(now.good).waitFor()
  await link(texts.shell.start).click()
  await words(homeTexts.now.title).waitFor()
  assert.equal(await words(machineProblems.title).count(), 0)
})

story('a machine that the router shares is neither rebooted nor turned off', async ({ router }) => {
  await link(texts.shell.system).click()
  await link(systemTexts.tabs.health).click()
  await words(power.shared).waitFor()
  for (const action of ['reboot', 'shutdown'] as const) {
    assert.equal(await button(power[action].button).count(), 0)
    assert.equal((await router.ask({ method: 'PUT', path: `/machine/${action}` })).status, 503, action)
  }
})

story(
  'the owner restarts the router, after a question',
  async ({ router }) => {
    const seconds = async () => ((await router.api('/machine/health')) as { RouterSeconds: number }).RouterSeconds
    await until('the router has run for some seconds', async () => (await seconds()) >= 3)
    await button(power.restart.button).click()
    await words(power.restart.title).waitFor()
    await page.keyboard.press('Escape')
    await words(power.restart.title).waitFor({ state: 'detached' })
    assert.ok((await seconds()) >= 3, 'nothing happens without a confirmation')
    await button(power.restart.button).click()
    const clicked = Date.now()
    await page.getByRole('dialog').getByRole('button', { name: power.restart.button, exact: true }).click()
    await words(power.done.restart).waitFor()
    const isStartedSince = async () => Date.now() - 1000 * (await seconds()) > clicked
    await until('the router has started again', () => isStartedSince().catch(() => false), 60_000)
    const trail = (await router.api('/audit')) as readonly { What: string; Who: string }[]
    assert.equal(trail.find(({ What }) => /restart/i.test(What))?.Who, 'admin')
  },
  [/./],
)
