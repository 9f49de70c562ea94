import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import { pluginTexts as texts } from '../../../web/texts/plugins/plugins.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { type GitServer, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import { entryOf, sample } from './browser-plugins.fixture.ts'

/** A plugin in the app, with a git server in the internet and a real container: it is reviewed, installed, used and removed. */
const canRun = !lacksContainers()
const data = canRun ? engineData() : ''
const app = canRun ? await openAppStories({ desk: { wired: true, Policies: ['wan', 'dns'] } }, { data }) : undefined
const story: NonNullable<typeof app>['story'] =
  app?.story ?? ((title) => void test(title, { skip: 'containers need root and Docker' }, () => undefined))
const { page, enter, visit, field, button, link, heading, words } = app ?? ({} as NonNullable<typeof app>)

let git: GitServer
let totp: TOTP
let steps = -1
/** A code that was not used before. */
const code = () => totp.generate({ timestamp: Date.now() + steps++ * 30_000 })
const turn = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) })
const BUILD_MS = 90_000

story(
  'a plugin is downloaded for review, and what it requests is shown',
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
    await link(texts.add).click()
    await field(texts.install.address).fill(git.urlOf('sample'))
    await button(texts.install.download).click()
    await field(shared.login.code).fill(code())
    await button(shared.code.submit).click()
    await heading(texts.install.review('sample')).waitFor({ timeout: BUILD_MS })
    await words('cap_add: NET_RAW').waitFor()
    await words(texts.install.refused).waitFor()
    assert.ok(await button(texts.install.submit).isDisabled())
  },
  [/^PUT \/plugin\/download_info (302|401)$/],
)

story('the owner grants less, confirms the dangerous line, and the plugin is installed', async ({ router }) => {
  await turn(texts.network.names.wan.title).uncheck()
  await turn(texts.network.names.lan.title).uncheck()
  await turn(texts.network.group('media')).uncheck()
  await turn('DNS and blocking').uncheck()
  await page.getByRole('switch').last().check()
  await button(texts.install.submit).click()
  await words(texts.install.done('sample')).waitFor({ timeout: BUILD_MS })
  const entry = await entryOf(router)
  assert.deepEqual(entry?.NetworkCapabilities.Policies, ['dns'])
  assert.deepEqual(entry?.NetworkCapabilities.Groups, [])
  assert.deepEqual(entry?.ScopedPaths, ['/devices:r'])
  assert.deepEqual(
    entry?.Rights?.map(({ Text }) => Text),
    ['cap_add: NET_RAW'],
  )
})

story('its pages are shown in a frame that reaches its own paths alone', async () => {
  await link(texts.install.open).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('the sample answers, others 403').waitFor({ timeout: 30_000 })
  assert.equal(
    await page.locator('iframe').getAttribute('sandbox'),
    'allow-scripts allow-forms allow-downloads allow-modals',
  )
  await link('sample').waitFor()
}, [/^GET \/devices 403$/])

story('it is stopped and removed on its page', async ({ router }) => {
  await visit('/admin/plugins')
  await link(texts.list.settingsLabel('sample')).click()
  await words(texts.state.running).waitFor()
  await button(texts.one.remove).click()
  await button(texts.one.removeConfirm).click()
  await words(texts.empty).waitFor({ timeout: BUILD_MS })
  assert.equal(await entryOf(router), undefined)
})
