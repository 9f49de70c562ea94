import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openAppStories } from '../../browser/app.ts'
import { violationsOn } from '../../browser/axe.ts'
import { photograph } from '../../browser/picture.ts'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData } from '../../home/engine.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { installMitmproxy, lacksMitmproxy, listed, PAGE, SECRET } from './mitmproxy.fixture.ts'

/** The plugin mitmproxy: its page, connections that it does not get, and what it keeps. What it is for: mitmproxy.test.ts. */
const skip = (lacksContainers() && 'containers need root and Docker') || lacksMitmproxy()
const data = skip ? '' : engineData()
const app = skip
  ? undefined
  : await openAppStories(
      {
        desk: { wired: true, Policies: ['wan', 'dns'] },
        phone: { Policies: ['wan', 'dns'], DeviceTags: ['mitmproxy'] },
      },
      { data },
    )
const story: NonNullable<typeof app>['story'] = app?.story ?? ((title) => void test(title, { skip }, () => undefined))

/** The file with the plugin's certificate, as the phone has it. */
const TRUSTED = join(data, 'phone-trusts.pem')
const trusting = ['--cacert', TRUSTED]

story('a tagged device that does not trust the certificate gets an error, which is listed', async (home) => {
  const { router, phone, authority } = home
  await router.uplinkAddress()
  await router.prove()
  await installMitmproxy(home, data, await startInternetGit(home))
  writeFileSync(TRUSTED, (await phone.fetch('http://mitm.it/cert/pem', '-m', '10')) ?? '')
  assert.ok(await phone.fetch(PAGE, ...trusting, '-m', '10', '-H', `Authorization: Bearer ${SECRET}`))
  const { code, stderr } = await phone.try('curl', '-sS', '-m', '5', '--cacert', authority.ca, PAGE)
  assert.equal(code, 60, stderr)
  const last = (await listed(home)).at(-1)
  assert.deepEqual([last?.Host, last?.Status, last?.Error], ['www.test', 0, 'The device refused the certificate.'])
})

story('only web connections to the internet are sent to it', async (home) => {
  const { phone, router, internet } = home
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  assert.match((await phone.fetch('http://192.168.2.1/')) ?? '', /<!doctype html>/i)
  assert.ok(!(await phone.reaches('172.30.0.2', 8080)), 'it cannot be used directly')
  await using quic = await openWitness(internet.namespace, 'udp dport 443')
  await phone.try('sh', '-c', `echo x | busybox nc -u -w 1 ${WEB} 443`)
  assert.equal(await quic.packets(), 0)
  // The plugin connects to the name, wherever that is, with its own permissions.
  for (const host of ['192.168.2.1', '172.30.0.1', '127.0.0.1:8080'])
    assert.equal(
      await phone.fetch('http://www.test/', '-m', '10', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${host}`),
      '502',
      host,
    )
  assert.equal((await router.ask({ path: '/plugins/mitmproxy/ca/mitmproxy-ca.pem' })).status, 404)
})

story('recorded requests are kept in memory only', async () => {
  const root = join(data, 'state/plugins/mitmproxy')
  const files = globSync('**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  assert.ok(files.some(({ name }) => name === 'mitmproxy-ca.pem'))
  for (const { parentPath, name } of files) assert.ok(!readFileSync(join(parentPath, name), 'utf8').includes(SECRET))
})

story('its page lists the requests, and shows one', async () => {
  const { page, visit, signIn, link } = app!
  await visit('/admin/plugins')
  await signIn()
  await link('mitmproxy').first().click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: PAGE }).first().click({ timeout: 20_000 })
  await frame.getByText(`Bearer ${SECRET}`).waitFor()
  await frame.getByRole('option', { name: 'phone' }).waitFor({ state: 'attached' })
  assert.deepEqual(await violationsOn(page), [])
  await page.setViewportSize({ width: 1280, height: 1000 })
  await photograph(page, 'mitmproxy')
  const downloading = page.waitForEvent('download')
  await frame.getByRole('button', { name: /PEM/ }).click()
  assert.equal(readFileSync(await (await downloading).path(), 'utf8'), readFileSync(TRUSTED, 'utf8'))
  await frame.getByRole('button', { name: 'Clear' }).click()
  await frame.getByText('No requests yet').waitFor()
  // The frame of a plugin that is disabled has no session.
  await visit('/')
})

story('with the tag again, an open connection that bypasses the plugin is closed', async (home) => {
  const { phone } = home
  await home.configure(phone, { DeviceTags: [] })
  const download = phone.namespace.start(['curl', '-s', '--max-time', '60', '-o', '/dev/null', 'http://www.test/slow'])
  await using direct = await openWitness(home.internet.namespace, `ip daddr ${WEB} tcp dport 80`)
  await until('a download', async () => (await direct.packets()) > 3)
  await home.configure(phone, { DeviceTags: ['mitmproxy'] })
  const quiet = async () => {
    const before = await direct.packets()
    await setTimeout(2000)
    return before === (await direct.packets())
  }
  await until('its end', quiet)
  await download.stop()
  assert.ok(await phone.fetch(PAGE, ...trusting, '-m', '10'))
})
