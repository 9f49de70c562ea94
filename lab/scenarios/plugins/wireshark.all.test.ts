import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingPrograms } from '../../../bin/packages.js'
import type { InstallPlan } from '../../../router/model/plugins/installed/contract.ts'
import type { ListedPlugin } from '../../../router/model/plugins/installed/plugin.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { photograph } from '../../browser/picture.ts'
import { TSHARK_IMAGE } from '../../guests/containers.ts'
import { type Files, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import type { Home } from '../../home/home.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** The plugin wireshark: the packets of one device in the app, and on another computer. Both devices share a link. */
const canRun = !lacksContainers() && !missingPrograms(['test']).some(({ program }) => program === 'tshark')
const data = canRun ? engineData() : ''
const app = canRun
  ? await openAppStories(
      { desk: { wired: true, Policies: ['wan', 'dns'] }, phone: { wired: true, Policies: ['wan', 'dns'] } },
      { data },
    )
  : undefined
const story: NonNullable<typeof app>['story'] =
  app?.story ?? ((title) => void test(title, { skip: 'needs root, Docker and tshark' }, () => undefined))
const { page, enter, visit } = app ?? ({} as NonNullable<typeof app>)

/** The files of the plugin, with an image that there is in the lab. */
function files(): Files {
  const directory = join(ROOT, 'plugins/wireshark')
  const paths = [...globSync('**/*.*', { cwd: directory }), 'Dockerfile']
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
  const compose = texts['docker-compose.yml'] ?? ''
  assert.match(compose, /BASE: node:26-slim/)
  return { ...texts, 'docker-compose.yml': compose.replace('node:26-slim', TSHARK_IMAGE.name) }
}

const entryOf = async ({ router }: Home): Promise<ListedPlugin> =>
  ((await router.api('/plugins_api/')) as ListedPlugin[]).find(({ Name }) => Name === 'wireshark')!
/** Whether the router captures packets with this hardware address. */
const isCapturing = async ({ router }: Home, mac: string): Promise<boolean> =>
  (await router.namespace.outcome(['pgrep', '-f', `tcpdump .*ether host ${mac}`])).code === 0

story(
  'without the confirmed right to capture it is installed without that right only, and captures nothing',
  async (home) => {
    const { router, phone } = home
    await router.prove()
    const git = await startInternetGit(home)
    await openEngine(router, data, TSHARK_IMAGE)
    await git.commit('wireshark', files())
    const plan = (await router.api('/plugin/download_info', git.urlOf('wireshark'))) as InstallPlan
    assert.deepEqual(
      plan.Rights.map(({ Text, Kind }) => `${Kind} ${Text}`),
      ['capture /capture:rw'],
    )
    const refused = await router.ask({ method: 'PUT', path: '/plugin/complete_install', body: plan })
    assert.equal(refused.status, 400)
    assert.match(String(refused.body), /is not confirmed: plugin\.json: \/capture:rw/)
    const NetworkCapabilities = { ...plan.NetworkCapabilities, Policies: ['api'] }
    await router.api('/plugin/complete_install', { ...plan, NetworkCapabilities, ScopedPaths: ['/devices:r'] })
    const capture = () => router.ask({ path: `/plugins/wireshark/capture?device=${phone.mac}` })
    const answer = await until('the plugin', async () => {
      const { status, body } = await capture()
      return status === 502 && /refuses/.test(JSON.stringify(body)) && body
    })
    assert.deepEqual(answer, { Error: 'The router refuses /capture: Unauthorized' })
    assert.ok(!(await isCapturing(home, phone.mac)))
  },
)

story('with it, another computer reads the packets of the device, and of no other', async (home) => {
  const { router, desk, phone } = home
  const ScopedPaths = ['/devices:r', '/capture:rw']
  await router.api('/plugins_api/wireshark', { ...(await entryOf(home)), ScopedPaths })
  assert.deepEqual(
    (await entryOf(home)).Rights?.map(({ Text }) => Text),
    ['/capture:rw'],
  )
  const { Token } = (await router.api('/tokens', { Name: 'desktop', ScopedPaths: ['/plugins/wireshark:r'] })) as {
    Token: string
  }
  const address = `${ROUTER}/plugins/wireshark/capture?device=${phone.mac}`
  const command = `curl -sSN -H 'Authorization: Bearer ${Token}' '${address}' | tshark -l -n -i - -T fields -e ip.src -e dns.qry.name`
  const lines: string[] = []
  // timeout passes the signal that stops it on to the shell, curl and tshark.
  const reader = desk.namespace.start(['timeout', '60', 'sh', '-c', command], (line) => void lines.push(line))
  await until('the capture', () => isCapturing(home, phone.mac))
  await until('a query of the phone', async () => {
    await desk.resolves('of-the-desk.test')
    await phone.resolves('of-the-phone.test')
    return lines.some((line) => line.includes('of-the-phone.test'))
  })
  const ip = await phone.address()
  assert.ok(lines.includes(`${ip}\tof-the-phone.test`), lines.join('\n'))
  assert.doesNotMatch(lines.join('\n'), /of-the-desk/)
  await reader.stop()
  await until('the capture to end', async () => !(await isCapturing(home, phone.mac)))
})

story(
  'the app lists the packets as they come, with a filter, fields and a file',
  async (home) => {
    const { router, desk, phone } = home
    await enter('/')
    await page.getByRole('link', { name: 'wireshark' }).first().click()
    const frame = page.frameLocator('iframe')
    const name = (role: 'button' | 'combobox' | 'textbox', name: string) => frame.getByRole(role, { name, exact: true })
    const row = (text: string) => frame.getByRole('row').filter({ hasText: text })
    await name('combobox', 'Device').selectOption('phone')
    await name('button', 'Start capture').click()
    await frame.getByText(/^Capturing phone/).waitFor()
    await desk.resolves('of-the-desk.test')
    await phone.fetch('http://www.test/')
    await phone.resolves('of-the-phone.test')
    await row('Standard query 0x').filter({ hasText: 'A of-the-phone.test' }).first().waitFor()
    await row('GET / HTTP/1.1').waitFor()
    await row('of-the-phone.test').first().getByRole('button').click()
    await frame.getByText('Domain Name System (query)').waitFor()
    await screenshot('wireshark')

    await name('textbox', 'Display filter').fill('dns..')
    await name('button', 'Apply').click()
    const refusal = frame.getByText(/was unexpected in this context/)
    await refusal.waitFor()
    const shown = await row('of-the-phone.test').count()
    await phone.resolves('of-the-phone.test')
    await until('a new packet', async () => (await row('of-the-phone.test').count()) > shown)
    assert.ok(await refusal.isVisible(), 'it stays while packets arrive')
    await name('textbox', 'Display filter').fill('dns.qry.name contains "phone"')
    await name('button', 'Apply').click()
    await until('the filter', async () => (await row('HTTP').count()) === 0)
    assert.ok(!(await refusal.isVisible()))
    const before = await row('of-the-phone.test').count()
    await phone.resolves('of-the-phone.test')
    await until('a new packet', async () => (await row('of-the-phone.test').count()) > before)
    assert.equal(await row('of-the-desk').count(), 0)
    assert.ok(await isCapturing(home, phone.mac))

    const saved = page.waitForEvent('download')
    await name('button', 'Download pcap').click()
    const file = await (await saved).path()
    const queries = await router.namespace.run(['tcpdump', '-n', '-r', file])
    assert.match(queries, /of-the-phone\.test/)
    assert.doesNotMatch(queries, /of-the-desk/)

    await name('button', 'Stop').click()
    await until('the capture to end', async () => !(await isCapturing(home, phone.mac)))
    await name('button', 'Start capture').click()
    await until('another capture', () => isCapturing(home, phone.mac))
    await visit('/')
    await until('its end with the page', async () => !(await isCapturing(home, phone.mac)))
  },
  [/^GET \/plugins\/wireshark\/kept\S* 400$/],
)

async function screenshot(name: string): Promise<void> {
  for (const look of LOOKS) {
    await put(page, look)
    await photograph(page, `${name}-${look.name}`)
  }
  await put(page, LOOKS[2])
}
