import assert from 'node:assert/strict'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { missingPrograms } from '../../../bin/prepare.js'
import { openAppStories } from '../../browser/app.ts'
import { violationsOn } from '../../browser/axe.ts'
import { photograph } from '../../browser/picture.ts'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { MITMPROXY_IMAGE } from '../../guests/containers.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { type Files, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData, openEngine } from '../../home/engine.ts'
import type { Home } from '../../home/home.ts'
import { openWitness } from '../../probes/witness.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** The plugin mitmproxy: it sees what tagged devices send, and no other device is affected. */
const lacking = missingPrograms(['test']).some(({ program }) => program === 'mitmdump')
const skip = (lacksContainers() && 'containers need root and Docker') || (lacking && 'mitmproxy is not installed')
const data = skip ? '' : engineData()
const app = skip
  ? undefined
  : await openAppStories(
      {
        desk: { wired: true, Policies: ['wan', 'dns'] },
        phone: { Policies: ['wan', 'dns'], DeviceTags: ['mitmproxy'] },
        laptop: { Policies: ['wan', 'dns'] },
      },
      { data },
    )
after(() => skip || rmSync(data, { recursive: true, force: true }))
const story: NonNullable<typeof app>['story'] = app?.story ?? ((title) => void test(title, { skip }, () => undefined))

/** Its files, with an image of the lab, and the authority of the virtual internet as the one that it trusts. */
function pluginFiles(ca: string): Files {
  const directory = join(ROOT, 'plugins/mitmproxy')
  const paths = [...globSync('**/*.*', { cwd: directory }), 'Dockerfile']
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
  const compose = files['docker-compose.yml'] ?? ''
  assert.match(compose, /BASE: debian:bookworm-slim/)
  return {
    ...files,
    'docker-compose.yml': compose.replace('debian:bookworm-slim', MITMPROXY_IMAGE.name),
    'ca.pem': readFileSync(ca, 'utf8'),
    Dockerfile: `${files.Dockerfile}COPY ca.pem /etc/ssl/certs/ca-certificates.crt\n`,
  }
}

interface Listed {
  readonly ID: number
  readonly Device: string
  readonly Method: string
  readonly Scheme: string
  readonly Host: string
  readonly Path: string
  readonly Status: number
  readonly Size: number
  readonly Error: string
}
const RULE = { Name: 'Inspect', When: { Tags: ['mitmproxy'] }, Do: { Kind: 'proxy', Plugin: 'mitmproxy' } }
const SECRET = 'hunter2-of-the-phone'
const URL = 'https://www.test/whoami?from=phone'

const listed = async ({ router }: Pick<Home, 'router'>): Promise<Listed[]> =>
  ((await router.api('/plugins/mitmproxy/requests')) as { Requests: Listed[] }).Requests
const explained = async ({ router }: Pick<Home, 'router'>, device: HouseholdDevice): Promise<string> => {
  const from = encodeURIComponent(device.mac)
  return ((await router.api(`/explain?from=${from}&to=${WEB}&port=443`)) as { Text: string }).Text
}
const enable = async ({ router }: Pick<Home, 'router'>, Enabled: boolean): Promise<void> => {
  const all = (await router.api('/plugins_api/')) as { Name: string }[]
  await router.api('/plugins_api/mitmproxy', { ...all.find(({ Name }) => Name === 'mitmproxy'), Enabled })
}
/** The file with the plugin's certificate, as the phone has it. */
const TRUSTED = join(data, 'phone-trusts.pem')
const trusting = ['--cacert', TRUSTED]

story('it is installed from a git server, and needs no dangerous permission', async (home) => {
  const { router, authority } = home
  await router.uplinkAddress()
  const missing = await router.ask({ method: 'PUT', path: '/plugins/pfw/rules', body: RULE })
  assert.equal(missing.status, 400)
  await router.prove()
  const git = await startInternetGit(home)
  await home.internet.names.lead('mitm.it', HOSTS[3]!)
  await openEngine(router, data, MITMPROXY_IMAGE)
  await git.commit('mitmproxy', pluginFiles(authority.ca))
  const plan = (await router.api('/plugin/download_info', git.urlOf('mitmproxy'))) as { Rights: []; ScopedPaths: [] }
  assert.deepEqual([plan.Rights, plan.ScopedPaths], [[], []])
  await router.api('/plugin/complete_install', plan)
  await until('the plugin', async () => (await router.ask({ path: '/plugins/mitmproxy/ca' })).status === 200, 30_000)
  await router.api('/plugins/pfw/rules', RULE)
})

story('a tagged device gets the certificate, and its requests are listed', async (home) => {
  const { router, phone } = home
  const certificate = await phone.fetch('http://mitm.it/cert/pem', '-m', '10')
  assert.match(certificate ?? '', /^-----BEGIN CERTIFICATE-----/)
  assert.equal((await router.ask({ path: '/plugins/mitmproxy/ca.pem' })).body, certificate)
  writeFileSync(TRUSTED, certificate ?? '')
  await router.api('/plugins/mitmproxy/requests', undefined, 'DELETE')
  const body = await phone.fetch(URL, ...trusting, '-m', '10', '-H', `Authorization: Bearer ${SECRET}`)
  assert.equal(body, `${await router.uplinkAddress()}\n`)
  assert.match((await phone.fetch('http://www.test/', '-m', '10')) ?? '', /virtual internet is up/)
  const [first, second] = await listed(home)
  const { ID, Device, Method, Scheme, Host, Path, Status, Size } = first!
  assert.deepEqual(
    { Device, Method, Scheme, Host, Path, Status, Size },
    {
      ...{ Device: await phone.address(), Method: 'GET', Scheme: 'https', Host: 'www.test' },
      ...{ Path: '/whoami?from=phone', Status: 200, Size: body?.length },
    },
  )
  assert.equal(`${second?.Scheme}://${second?.Host}${second?.Path}`, 'http://www.test/')
  const details = (await router.api(`/plugins/mitmproxy/requests/${ID}`)) as {
    Request: { Headers: [string, string][] }
    Response: { Body: string }
  }
  assert.ok(details.Request.Headers.some(([, value]) => value === `Bearer ${SECRET}`))
  assert.equal(details.Response.Body, body)
  assert.deepEqual(await router.api('/plugins/mitmproxy/names'), { [Device]: 'phone' })
  assert.match(
    await explained(home, phone),
    /which leads to the plugin mitmproxy at port 8080: the rule Inspect allows/,
  )
})

story('a device without the tag has a connection to the server itself', async (home) => {
  const { laptop, authority, internet } = home
  const before = await listed(home)
  await using direct = await openWitness(internet.namespace, `ip daddr ${WEB} tcp dport 443`)
  assert.ok(await laptop.fetch(URL, '--cacert', authority.ca))
  assert.ok((await direct.packets()) > 0)
  assert.equal(await laptop.fetch(URL, ...trusting), undefined)
  assert.deepEqual(await listed(home), before)
})

story('a tagged device that does not trust the certificate gets an error, which is listed', async (home) => {
  const { phone, authority } = home
  const { code, stderr } = await phone.try('curl', '-sS', '-m', '5', '--cacert', authority.ca, URL)
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
  await frame.getByRole('button', { name: URL }).first().click({ timeout: 20_000 })
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

story('without the plugin the tagged device has no web, and the reason is given', async (home) => {
  const { phone, laptop, authority, internet } = home
  const real = ['--cacert', authority.ca]
  await using stream = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await enable(home, false)
  await using leaked = await openWitness(internet.namespace, `ip daddr ${WEB} tcp dport { 80, 443 }`)
  assert.equal(await phone.fetch(URL, ...real), undefined)
  assert.equal(await phone.fetch('http://www.test/'), undefined)
  assert.equal(await leaked.packets(), 0)
  assert.ok(await stream.flows(), 'other connections are not affected')
  assert.ok(await laptop.fetch(URL, ...real))
  assert.match(
    await explained(home, phone),
    /the rule Inspect sends its web connections to the plugin mitmproxy, which is disabled/,
  )
  await home.configure(phone, { DeviceTags: [] })
  assert.ok(await phone.fetch(URL, ...real))
})

story('with the tag again, an open connection that bypasses the plugin is closed', async (home) => {
  const { phone } = home
  await enable(home, true)
  await until(
    'the plugin',
    async () => (await home.router.ask({ path: '/plugins/mitmproxy/ca' })).status === 200,
    30_000,
  )
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
  assert.ok(await phone.fetch(URL, ...trusting, '-m', '10'))
})
