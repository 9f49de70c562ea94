import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exchange } from '../../contract/call.ts'
import { readDescription } from '../../contract/description.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/**
 * The calls in the OpenAPI description, run unchanged with curl in the home that the examples use. It has a phone, an
 * uplink eth0 and a household link eth1.
 */
const data = '/run/shown'
const story = await openStories({ laptop: { wired: true, unknown: true } }, { data, password: 'correct horse' })

/** The identifier of rules in examples. A rule of the home has another one, which replaces it. */
const RULE = '6f1c9a02'

const NO_RADIO = [400, 'the home has no radio'] as const
/** Examples whose precondition is missing, and their status. */
const REFUSED: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'GET /setup': [400, 'the router is set up'],
  'PUT /setup': [401, 'the router is set up'],
  'PUT /machine/reboot': [401, 'there is a code, and the example has no proof'],
  'PUT /machine/shutdown': [401, 'there is a code, and the example has no proof'],
  'PUT /users/{name}': [401, 'there is a code, and the example has no proof'],
  'DELETE /users/{name}': [401, 'there is a code, and the example has no proof'],
  'PUT /undo': [404, 'the change is of another router'],
  'PUT /update': [400, 'the router was not installed from a release'],
  'PUT /update/search': [400, 'the source of the examples does not exist'],
  'PUT /time/sync': [400, 'no time server is in this internet'],
  'GET /plugins/dns/log/history/{ip}': [404, 'the phone has not asked for anything'],
  'PUT /otp_register': [400, 'there is a code, so that another takes one'],
  'PUT /otp_validate': [400, 'the code is of another moment'],
  'DELETE /otp_register': [400, 'the code is of another moment'],
  'PUT /password': [400, 'the code is of another moment'],
  'DELETE /tokens': [404, 'the token is of another router'],
  'PUT /alerts/mutes': [404, 'the rule is of another router'],
  'PUT /notify/targets/{id}': [404, 'the target is of another router'],
  'DELETE /notify/targets/{id}': [404, 'the target is of another router'],
  'PUT /notify/targets/{id}/test': [404, 'the target is of another router'],
  'PUT /alerts_test/{token}': [503, 'there is no relay'],
  'DELETE /vpn/tunnels/{name}': [409, 'the exit of the examples uses it'],
  'DELETE /session': [400, 'the call is made with the password'],
  'PUT /device/lost': [404, 'the session is of another router'],
  'DELETE /sessions/{id}': [404, 'the session is of another router'],
  'PUT /authorizedKeys': [401, 'there is a code, and the example has no proof'],
  'PUT /logout': [404, 'the call is made with the password'],
  'PUT /webauthn/register': [400, 'passkeys need HTTPS'],
  'POST /webauthn/register': [400, 'passkeys need HTTPS'],
  'PUT /webauthn/validate': [400, 'passkeys need HTTPS'],
  'POST /webauthn/validate': [400, 'passkeys need HTTPS'],
  'PUT /webauthn/always': [401, 'there is a code, and the example has no proof'],
  'PUT /webauthn/login': [400, 'passkeys need HTTPS'],
  'POST /webauthn/login': [400, 'passkeys need HTTPS'],
  'POST /webauthn/login/cookie': [400, 'passkeys need HTTPS'],
  'DELETE /webauthn/credential': [401, 'there is a code, and the example has no proof'],
  'PUT /backup/{name}/restore': [400, 'the recovery key is of another router'],
  'PUT /plugin/install_user_url': [400, 'no git server is in this internet'],
  'PUT /plugin/download_info': [400, 'no git server is in this internet'],
  'PUT /plugin/complete_install': [400, 'no git server is in this internet'],
  'PUT /plugins_api/{name}/restart': [400, 'the plugin of the examples has no containers'],
  'PUT /plugins_api/{name}/update_container': [400, 'the plugin of the examples has no containers'],
  'PUT /plugins/pfw/sitevpns': [400, 'another example has created the tunnel'],
  'DELETE /plugins/pfw/sitevpns/{n}': [409, 'the rule of another example uses the tunnel'],
  'DELETE /plugins/lookup/classification/{mac}/correction': [404, 'another example has deleted the device'],
  'PUT /automations/{name}/run': [404, 'no device has gone offline'],
  ...Object.fromEntries(
    [
      ...['GET /iw/dev/{interface}/scan', 'GET /hostapd/{interface}/status', 'GET /hostapd/{interface}/all_stations'],
      ...['GET /hostapd/{interface}/config', 'PUT /hostapd/{interface}/config', 'PUT /hostapd/{interface}/setChannel'],
      ...['PUT /hostapd/{interface}/enable', 'PUT /hostapd/{interface}/resetConfiguration'],
      ...['PUT /hostapd/{interface}/enableExtraBSS', 'PUT /hostapd/{interface}/deauth'],
      ...['GET /hostapd/{interface}/failsafe', 'PUT /hostapd/{interface}/failsafe'],
      ...['PUT /hostapd/{interface}/bssTransition', 'PUT /wifi/guest', 'PUT /wifi/radios/{interface}/chooseChannel'],
    ].map((name) => [name, NO_RADIO] as const),
  ),
  'DELETE /hostapd/{interface}/enableExtraBSS': [404, 'the home has no radio'],
  'DELETE /wifi/guest': [404, 'the home has no radio'],
}

interface Shown {
  readonly name: string
  readonly method: string
  readonly source: string
  /** The status of a success. */
  readonly success: number
}

async function shownBy(router: Router): Promise<Shown[]> {
  const { document } = await readDescription(router.console)
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-codeSamples': samples, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      source: (samples as unknown as { source: string }[])[0]?.source ?? '',
      success: Number(Object.keys(responses ?? {}).find((status) => status.startsWith('2'))),
    })),
  )
}

const DIR = '/run/somebody'
let proof = ''
let rule = ''

type Laptop = { try: (...argv: string[]) => Promise<{ stdout: string; stderr: string }> }

/** Runs a command on the laptop. `-u admin` prompts for the password, which is added here. */
const type = async (laptop: Laptop, source: string) => {
  const where = source.includes('--unix-socket') ? data : DIR
  const typed = source.replace('-u admin', "-u 'admin:correct horse'").replace('-o FILE', '-o KEPT').replace(RULE, rule)
  const { stdout, stderr } = await laptop.try(
    'sh',
    '-c',
    `cd ${where} && export CURL_HOME=${DIR} PROOF=${proof} && exec ${typed}`,
  )
  const [, text = '', status] = /^(.*)\n(\d{3})$/s.exec(stdout) ?? []
  return { status: Number(status), text: text || stderr || stdout }
}

story('the home has the devices and rules of the examples', async ({ laptop, router }) => {
  await router.api('/device?identity=02:11:22:33:44:55', { Name: 'phone', RecentIP: '192.168.2.6' })
  await laptop.join()
  mkdirSync(DIR, { recursive: true })
  const CURLRC = [
    'silent',
    'show-error',
    'max-time = 20',
    'resolve = "spr.local:80:192.168.2.1"',
    String.raw`write-out = "\n%{http_code}"`,
  ]
  writeFileSync(join(DIR, '.curlrc'), CURLRC.join('\n'))
  for (const link of ['eth0', 'eth1', 'eth2'])
    await router.namespace.ip(
      `link add ${link} type veth peer name ${link}far`,
      `link set ${link} up`,
      `link set ${link}far up`,
    )
  proof = (await router.registerCodes()).proof
  await router.api('/plusToken/create', undefined, 'PUT')
  await router.api('/startPlusExtension', 'PFW')
  const Rule = { Name: 'Homework', When: { Tags: ['kids'] }, Do: { Kind: 'notify' } }
  rule = ((await router.api('/plugins/pfw/rules', Rule)) as { Id: string }).Id
  const name = String(await router.api('/backup', undefined, 'PUT'))
  const headers = { Authorization: `Basic ${btoa(router.login)}`, 'X-JWT-OTP': proof }
  const { text } = await exchange(router.console, { method: 'GET', path: `/backup/${name}`, headers })
  writeFileSync(join(DIR, 'FILE'), text)
  // An archive that the router already has keeps its name.
  await exchange(router.console, { method: 'DELETE', path: `/backup/${name}`, headers })
})

/** Calls that need a change that waits for confirmation, and the port that this change opens. */
const WAITING: Readonly<Record<string, string>> = { 'PUT /confirm': '8443', 'DELETE /confirm': '8444' }
/**
 * Called last: the first configures a licence server that does not exist, the second removes the one-time codes that other
 * calls need, the third restarts the router.
 */
const LAST = ['PUT /plusServer', 'PUT /recover', 'PUT /restart']

/** Calls that take seconds, and do not depend on others. */
const isSlow = ({ name }: Shown): boolean => /^PUT \/(ping|capture)/.test(name)
let shown: Shown[] = []

/** Returns what differs from the expected status. */
async function see(laptop: Laptop, { name, source, success }: Shown): Promise<string[]> {
  const { status, text } = await type(laptop, source)
  const [due] = REFUSED[name] ?? [success]
  return status === due ? [] : [`${source} gave ${status} ${text.trim().slice(0, 300)}`]
}

/** In their order; each DELETE deletes what its example of PUT creates immediately before. */
async function seeInTurn(laptop: Laptop, router: Router, calls: readonly Shown[]): Promise<void> {
  const wrong: string[] = []
  for (const one of calls) {
    const { name, method } = one
    const Port = WAITING[name]
    if (Port) await router.api('/firewall/service_port?confirm=60', { Protocol: 'tcp', Port, UpstreamEnabled: false })
    const maker = shown.find((other) => other.name === name.replace(method, 'PUT'))
    if (method === 'DELETE' && maker && !Port) await type(laptop, maker.source)
    wrong.push(...(await see(laptop, one)))
  }
  assert.deepEqual(wrong, [])
}

const seeTogether = async (laptop: Laptop, calls: readonly Shown[]): Promise<void> =>
  assert.deepEqual((await Promise.all(calls.map((one) => see(laptop, one)))).flat(), [])

const quick = (...methods: string[]): Shown[] =>
  shown.filter((one) => methods.includes(one.method) && !LAST.includes(one.name) && !isSlow(one))

story('each example call that takes seconds succeeds unchanged', async ({ laptop, router }) => {
  shown = await shownBy(router)
  const strays = Object.keys(REFUSED).filter((name) => !shown.some((one) => one.name === name))
  assert.deepEqual(strays, [], 'what is refused is no operation')
  const slow = shown.filter(isSlow)
  assert.equal(
    slow.length + quick('PUT', 'POST', 'GET', 'DELETE').length + LAST.length,
    shown.length,
    'each is in one of the stories',
  )
  await seeTogether(laptop, slow)
})

story('each example call that creates or changes something succeeds unchanged', ({ laptop, router }) =>
  seeInTurn(laptop, router, quick('PUT', 'POST')),
)

story('each example call that reads something succeeds unchanged', async ({ laptop }) => {
  const all = quick('GET')
  for (let first = 0; first < all.length; first += 8) await seeTogether(laptop, all.slice(first, first + 8))
})

story('each example call that deletes something succeeds unchanged', ({ laptop, router }) =>
  seeInTurn(laptop, router, quick('DELETE')),
)

story('each example call that ends sessions or the router itself succeeds unchanged', async ({ laptop, router }) => {
  const last = LAST.flatMap((name) => shown.filter((one) => one.name === name))
  await seeInTurn(laptop, router, last)
  // It restarts after its answer. The process serves the next home: that must not begin before.
  const isAnswering = (line: string): boolean => line.includes('sallyport: answering')
  await until('the restarted router', () => router.daemon.lines.filter(isAnswering).length > 1, 60_000)
})
