import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { openWitness } from '../../probes/witness.ts'
import { openPluginStories, preparePlugins } from '../plugins/engine.fixture.ts'
import { enable, explained, installMitmproxy, lacksMitmproxy, listed, PAGE, RULE, SECRET } from './mitmproxy.fixture.ts'

/** The plugin mitmproxy, and the devices whose web connections it gets. */
const { data, story } = await openPluginStories(
  { laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['wan', 'dns'], DeviceTags: ['mitmproxy'] } },
  lacksMitmproxy(),
)

/** The file with the certificate of mitmproxy, as the phone has it. */
const TRUSTED = join(data, 'phone-trusts.pem')
const trusting = ['--cacert', TRUSTED]

story('mitmproxy is installed from a git server, and needs no dangerous permission', async (home) => {
  assert.equal((await home.router.ask({ method: 'PUT', path: '/plugins/pfw/rules', body: RULE })).status, 400)
  await installMitmproxy(home, data, await preparePlugins(home))
})

story('a tagged device gets the certificate, and its requests are listed', async (home) => {
  const { router, phone } = home
  const certificate = await phone.fetch('http://mitm.it/cert/pem', '-m', '10')
  assert.match(certificate ?? '', /^-----BEGIN CERTIFICATE-----/)
  assert.equal((await router.ask({ path: '/plugins/mitmproxy/ca.pem' })).body, certificate)
  writeFileSync(TRUSTED, certificate ?? '')
  await router.api('/plugins/mitmproxy/requests', undefined, 'DELETE')
  const body = await phone.fetch(PAGE, ...trusting, '-m', '10', '-H', `Authorization: Bearer ${SECRET}`)
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
  assert.ok(await laptop.fetch(PAGE, '--cacert', authority.ca))
  assert.ok((await direct.packets()) > 0)
  assert.equal(await laptop.fetch(PAGE, ...trusting), undefined)
  assert.deepEqual(await listed(home), before)
})

story('without the plugin the tagged device has no web, and the reason is given', async (home) => {
  const { phone, laptop, authority, internet } = home
  const real = ['--cacert', authority.ca]
  await using stream = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await enable(home, false)
  await using leaked = await openWitness(internet.namespace, `ip daddr ${WEB} tcp dport { 80, 443 }`)
  assert.equal(await phone.fetch(PAGE, ...real), undefined)
  assert.equal(await phone.fetch('http://www.test/'), undefined)
  assert.equal(await leaked.packets(), 0)
  assert.ok(await stream.flows(), 'other connections are not affected')
  assert.ok(await laptop.fetch(PAGE, ...real))
  assert.match(
    await explained(home, phone),
    /the rule Inspect sends its web connections to the plugin mitmproxy, which is disabled/,
  )
  await home.configure(phone, { DeviceTags: [] })
  assert.ok(await phone.fetch(PAGE, ...real))
})
