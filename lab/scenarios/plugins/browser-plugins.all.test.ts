import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import type { ListedPlugin } from '../../../router/model/plugins/installed/plugin.ts'
import { pluginTexts as texts } from '../../../web/texts/plugins/plugins.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { type GitServer, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import { until } from '../../process/until.ts'
import { entryOf, sample } from './browser-plugins.fixture.ts'

/** Plugins in the app, with a git server in the internet and real containers: wrong addresses, rights, crashes and updates. */
const canRun = !lacksContainers()
const data = canRun ? engineData() : ''
const app = canRun ? await openAppStories({ desk: { wired: true, Policies: ['wan', 'dns'] } }, { data }) : undefined
const story: NonNullable<typeof app>['story'] =
  app?.story ?? ((title) => void test(title, { skip: 'containers need root and Docker' }, () => undefined))
const { page, enter, visit, field, button, link, heading, words, row, flip, saved } =
  app ?? ({} as NonNullable<typeof app>)

let git: GitServer
let totp: TOTP
let steps = -1
/** A code that was not used before. */
const code = () => totp.generate({ timestamp: Date.now() + steps++ * 30_000 })
const turn = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) })
const BUILD_MS = 90_000

const look = (name: string): Promise<void> => inspect(page, name)

story(
  'an address that is not https, private or has no repository is refused',
  async (home) => {
    const { router } = home
    git = await startInternetGit(home)
    await git.commit('sample', sample(['cap_add: [NET_RAW]']))
    await openEngine(router, data)
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    totp = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
    await router.api('/otp_validate', { Name: 'admin', Code: code() })

    await enter('/')
    await link(shared.shell.plugins).click()
    await words(texts.empty).waitFor()
    await look('plugins-first')
    await link(texts.add).click()
    await field(texts.install.address).fill('http://git.test/sample')
    await button(texts.install.download).click()
    await field(shared.login.code).fill(code())
    await button(shared.code.submit).click()
    await words(/must be an https address/).waitFor()
    await field(texts.install.address).fill('https://10.77.0.1/sample')
    await button(texts.install.download).click()
    await words(/10\.77\.0\.1 is a private address/).waitFor()
    await turn(texts.install.atHome).check()
    await look('plugins-private')
    await button(texts.install.download).click()
    await words(/the repository cannot be cloned/).waitFor({ timeout: BUILD_MS })
    await field(texts.install.address).fill(git.urlOf('sample'))
    await look('plugins-address')
    await button(texts.install.download).click()
    await heading(texts.install.review('sample')).waitFor({ timeout: BUILD_MS })
    await look('plugins-review')
    // Less than it requests, as in browser-plugins.test.ts.
    for (const policy of ['wan', 'lan'] as const) await turn(texts.network.names[policy].title).uncheck()
    await turn(texts.network.group('media')).uncheck()
    await turn('DNS and blocking').uncheck()
    await page.getByRole('switch').last().check()
    await button(texts.install.submit).click()
    await words(texts.install.done('sample')).waitFor({ timeout: BUILD_MS })
    await look('plugins-installed')
    await link(texts.install.open).click()
    await page.frameLocator('iframe').getByText('the sample answers, others 403').waitFor({ timeout: 30_000 })
    await look('plugins-pages')
  },
  [/^PUT \/plugin\/download_info (302|400)$/, /^PUT \/plugin\/download_info/, /^GET \/devices 403$/],
)

story('its rights are changed on its page, and its state is shown', async ({ router }) => {
  await visit('/admin/plugins/sample')
  await words(texts.state.running).waitFor()
  await saved(() => turn(texts.network.names.wan.title).click())
  assert.deepEqual((await entryOf(router))?.NetworkCapabilities.Policies.toSorted(), ['dns', 'wan'])
  await saved(() => turn(texts.network.names.wan.title).click())
  assert.deepEqual((await entryOf(router))?.NetworkCapabilities.Policies, ['dns'])
  await field(texts.scopes.paths).fill('')
  await saved(() => button(texts.one.save).click())
  assert.deepEqual((await entryOf(router))?.ScopedPaths, [])
  await look('plugin')
  await button(texts.one.restart).click()
  await words(texts.one.restarted).waitFor({ timeout: BUILD_MS })
})

story('a plugin that crashes is shown as crashed, and runs again', async ({ router }) => {
  await router.ask({ path: '/plugins/sample/crash' })
  await words(/^Crashed and is started again: Exited/).waitFor({ timeout: 30_000 })
  await look('plugin-crashed')
  await words(texts.state.running).waitFor({ timeout: BUILD_MS })
})

story('an update that requests more is shown first', async () => {
  await git.commit('sample', sample(['cap_add: [NET_RAW]', 'pid: host']))
  await button(texts.one.update).click()
  await words('pid: host').waitFor({ timeout: BUILD_MS })
  await button(texts.one.later).click()
})

story(
  'the owner gives an update less than it requests, and what it no longer requests is taken away',
  async ({ router }) => {
    const files = sample()
    const description = JSON.parse(files['plugin.json']!)
    description.ScopedPaths.push('/alerts:r')
    description.NetworkCapabilities = { Policies: ['wan', 'api', 'lan_upstream'] }
    await git.commit('sample', { ...files, 'plugin.json': JSON.stringify(description) })
    await button(texts.one.update).click()
    await heading(texts.one.grown).waitFor({ timeout: BUILD_MS })
    await look('plugin-update')
    const additions = page.locator('section').filter({ has: heading(texts.one.grown) })
    await additions.getByRole('switch', { name: new RegExp(`^${texts.network.names.lan_upstream.title}`) }).uncheck()
    await button(texts.one.confirm).click()
    await field(shared.login.code).fill(code())
    await button(shared.code.submit).click()
    await words(/^Updated\. .*No longer requested, and taken away: DNS, cap_add: NET_RAW\./).waitFor({
      timeout: BUILD_MS,
    })
    const entry = await entryOf(router)
    assert.deepEqual(entry?.NetworkCapabilities.Policies, ['api'])
    assert.deepEqual([entry?.ScopedPaths, entry?.Rights], [['/alerts:r'], []])
  },
  [/^PUT \/plugins_api\/sample\/update_container 302$/],
)

story('it is stopped and removed, and the extensions of PLUS are switched', async ({ router }) => {
  await link(texts.back).first().click()
  await flip(turn(texts.list.enabled('sample')))
  await row('sample').getByText(texts.state.stopped).waitFor({ timeout: BUILD_MS })
  await button(texts.plus.create).click()
  await turn(texts.plus.extensions.PFW.title).check()
  await until('the extension', async () =>
    ((await router.api('/plugins_api/')) as ListedPlugin[]).some(({ Name, Enabled }) => Name === 'PFW' && Enabled),
  )
  await look('plugins')
  await link(texts.list.settingsLabel('sample')).click()
  await button(texts.one.remove).click()
  await button(texts.one.removeConfirm).click()
  await words(texts.empty).waitFor({ timeout: BUILD_MS })
  assert.equal(await entryOf(router), undefined)
})
