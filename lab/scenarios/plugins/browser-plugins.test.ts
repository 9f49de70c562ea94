import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TOTP } from 'otpauth'
import { missingPrograms } from '../../../bin/prepare.js'
import type { ListedPlugin } from '../../../router/features/plugins/plugin.ts'
import { pluginTexts as texts } from '../../../web/texts/plugins.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { BASE_IMAGE } from '../../guests/containers.ts'
import { type Files, GIT_HOST, type GitServer, startGit } from '../../guests/git.ts'
import { SuperdProgram } from '../../guests/superd.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** Plugins in the app, with a git server in the internet and real containers. */
const mapping = readFileSync('/proc/self/uid_map', 'utf8').trim()
const lacking = missingPrograms(['extra']).filter(({ program }) =>
  ['dockerd', 'docker-compose', 'git'].includes(program),
)
const canRun = /^0\s+0\s+4294967295$/.test(mapping) && lacking.length === 0

// An overlay file system cannot be on top of another one, where /run of a container may be.
mkdirSync(join(ROOT, '.sallyport'), { recursive: true })
const data = mkdtempSync(join(ROOT, '.sallyport/plugins-'))
after(() => rmSync(data, { recursive: true, force: true }))
const GIT_ADDRESS = '81.2.70.82'

const app = canRun ? await openAppStories({ desk: { wired: true, Policies: ['wan', 'dns'] } }, { data }) : undefined
const story: NonNullable<typeof app>['story'] =
  app?.story ?? ((title) => void test(title, { skip: 'containers need root and Docker' }, () => undefined))
const { page, visit, signIn, field, button, link, heading, words, row, saved } = app ?? ({} as NonNullable<typeof app>)

/** Answers a request on the standard input: the pages, or the answer of the program. */
const SERVER = `#!/bin/sh
read -r method path rest
type=text/plain
case "$path" in
  /) type=text/html; file=/pages/index.html ;;
  /static/app.js*) type=text/javascript; file=/pages/app.js ;;
  /crash) kill 1 ;;
  *) file=/pages/answer ;;
esac
printf 'HTTP/1.0 200 OK\\r\\nContent-Type: %s\\r\\n\\r\\n' "$type"
cat "$file"
`
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sample</title><main><h1>Sample</h1><p id="answer">…</p></main>
<script src="static/app.js"></script></html>`
const SCRIPT = `addEventListener('message', async ({ data, source }) => {
  if (source !== parent || data.type !== 'plugin-ui:session') return
  document.documentElement.style.colorScheme = data.colorScheme
  const call = (path) => fetch(path, { headers: { Authorization: 'Bearer ' + data.token } })
  const own = await (await call('/plugins/sample/answer')).text()
  const other = (await call('/devices')).status
  document.getElementById('answer').textContent = own.trim() + ', others ' + other
})
parent.postMessage({ type: 'plugin-ui:ready' }, '*')
`

const sample = (lines: readonly string[] = [], command = ''): Files => ({
  'plugin.json': JSON.stringify({
    Name: 'sample',
    URI: 'sample',
    HasUI: true,
    InstallTokenPath: '/configs/plugins/sample/api-token',
    ScopedPaths: ['/devices:r', '/dns:rw'],
    NetworkCapabilities: { Policies: ['wan', 'dns', 'lan'], Groups: ['media'] },
  }),
  Dockerfile: `FROM ${BASE_IMAGE}\nCOPY pages /pages\nCOPY start.sh serve.sh /\nCMD ["/bin/sh", "/start.sh"]\n`,
  'start.sh': command || "exec socat UNIX-LISTEN:/state/socket,fork,unlink-early EXEC:'/bin/sh /serve.sh'\n",
  'serve.sh': SERVER,
  'pages/index.html': PAGE,
  'pages/app.js': SCRIPT,
  'pages/answer': 'the sample answers\n',
  'docker-compose.yml': [
    'services:',
    '  sample:',
    '    build: .',
    '    init: true',
    `    volumes: ["\${SUPERDIR}state/plugins/sample:/state"]`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n'),
})

let git: GitServer
let totp: TOTP
let steps = -1
/** A code that was not used before. */
const code = () => totp.generate({ timestamp: Date.now() + steps++ * 30_000 })
const turn = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) })
const BUILD_MS = 90_000

const look = (name: string): Promise<void> => inspect(page, name)

const entryOf = async (router: { api(path: string): Promise<unknown> }) =>
  ((await router.api('/plugins_api/')) as ListedPlugin[]).find(({ Name }) => Name === 'sample')

story(
  'a plugin is downloaded for review, and what it requests is shown',
  async ({ router, internet, authority }) => {
    await internet.namespace.ip(`addr add ${GIT_ADDRESS}/32 dev lo`)
    await internet.names.lead(GIT_HOST, GIT_ADDRESS)
    git = await startGit(internet.namespace, authority, GIT_ADDRESS)
    await git.commit('sample', sample(['cap_add: [NET_RAW]']))
    await router.api('/plugin/runtime')
    await new SuperdProgram(router.namespace, data, []).loadImage()
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    totp = new TOTP({ secret: OTPUsers[0]?.Secret ?? '' })
    await router.api('/otp_validate', { Name: 'admin', Code: code() })

    await visit('/')
    await signIn()
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
    await words('cap_add: NET_RAW').waitFor()
    await words(texts.install.refused).waitFor()
    assert.ok(await button(texts.install.submit).isDisabled())
    await look('plugins-review')
  },
  [/^PUT \/plugin\/download_info (302|400)$/, /^PUT \/plugin\/download_info/],
)

story('the owner grants less, confirms the dangerous line, and the plugin is installed', async ({ router }) => {
  await turn(texts.network.names.wan.title).uncheck()
  await turn(texts.network.names.lan.title).uncheck()
  await turn(texts.network.group('media')).uncheck()
  await turn('DNS and blocking').uncheck()
  await page.getByRole('switch').last().check()
  await button(texts.install.submit).click()
  await words(texts.install.done('sample')).waitFor({ timeout: BUILD_MS })
  await look('plugins-installed')
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
  await look('plugins-pages')
}, [/^GET \/devices 403$/])

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
  await turn(texts.list.enabled('sample')).uncheck({ force: true })
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
