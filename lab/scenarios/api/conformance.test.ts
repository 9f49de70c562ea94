import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import { elementOf, misfits } from '../../conformance/fits.ts'
import { ask, tryOperation } from '../../conformance/operation.ts'
import { OBJECTS, type Published } from '../../conformance/published.ts'
import { SPELLINGS } from '../../conformance/spellings.ts'
import { nameOf, TO_COME, TODAY } from '../../conformance/status.ts'
import type { Ask, Scene, Trial } from '../../conformance/trial.ts'
import { trialsIn } from '../../conformance/trials.ts'
import { basic, type Reply } from '../../contract/call.ts'
import { type Description, readDescription } from '../../contract/description.ts'
import { line, tryRows } from '../../contract/rows.ts'
import { WEB } from '../../guests/addresses.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** The published description of API 0.3.0, operation by operation, against the running router. */
const story = await openStories({ phone: { Policies: ['wan', 'dns'], Groups: ['family'] } })

const STEP_MS = 30_000
let seed = ''
let lastStep = 0
let proof = ''
let token = ''
const scene = (phone: Scene['phone']): Scene => ({
  phone,
  // Each code is valid once, in order, from one step before now to one after.
  code() {
    lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS) - 1)
    return new TOTP({ secret: seed }).generate({ timestamp: lastStep * STEP_MS })
  },
  token: () => token,
})

const SOCKETS: Readonly<Record<string, 'wifi' | 'dhcp' | 'plugins/wireguard'>> = {
  unix_wifid: 'wifi',
  unix_dhcpd: 'dhcp',
  tinysubnets: 'dhcp',
  unix_wireguard: 'plugins/wireguard',
}

/** Of a body with published fields, each is sent. */
function checkFields(row: Published, [, body]: Ask): void {
  const fields = OBJECTS[elementOf(row.body)]
  if (!fields) return
  const sent = typeof body === 'function' ? body() : body
  assert.deepEqual(misfits(row.body, sent, `the body of ${nameOf(row)}`), [])
}

/** Tries an operation with the credentials and the socket that it needs. */
const attempt = (router: Router, row: Published, trial: Trial, description: Description): Promise<void> => {
  const helper = SOCKETS[row.tag]
  return tryOperation({
    row,
    trial,
    description,
    socket: helper ? router.helperSocket(helper) : router.console,
    login: helper ? undefined : router.login,
    proof: row.access === 'code' ? proof : undefined,
    remember: (reply) => remember(row, reply),
  })
}

/** Values of responses that later calls need. */
function remember(row: Published, { text }: Reply): void {
  if (nameOf(row) === 'PUT /otp_register') seed = JSON.parse(text).OTPUsers[0].Secret
  if (nameOf(row) === 'PUT /otp_validate') proof = JSON.parse(text)
  if (nameOf(row) === 'PUT /tokens') token = JSON.parse(text).Token
}

story('the home has devices with traffic', async ({ phone, router }) => {
  await phone.join()
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  const asked = `/plugins/dns/log/history/${await phone.address()}`
  await until('the question in the log', () => router.api(asked).catch(() => undefined))
  assert.ok(await phone.reaches(WEB, 80))
})

story('every existing operation is called with its published fields', async () => {
  const trials = trialsIn(scene({ mac: '', ip: '', link: '' }))
  assert.deepEqual(Object.keys(trials).toSorted(), TODAY.map(nameOf).toSorted())
  for (const row of TODAY) {
    for (const good of trials[nameOf(row)]!.good) if (typeof good[1] !== 'function') checkFields(row, good)
  }
})

story('existing operations respond as published, or deviate as documented', async ({ phone, router }) => {
  const here = { mac: phone.mac, ip: (await phone.address()) ?? '', link: phone.routerLink ?? '' }
  const description = await readDescription(router.console)
  for (const [name, trial] of Object.entries(trialsIn(scene(here)))) {
    const row = TODAY.find((one) => nameOf(one) === name)
    assert.ok(row, name)
    // The entry of a closed connection lasts half a minute.
    if (name === 'GET /iptraffic') assert.ok(await phone.reaches(WEB, 80))
    await attempt(router, row, trial, description)
  }
})

story('both spellings of API 0.3.0 and current clients are accepted', async ({ router }) => {
  for (const { rows, socket } of SPELLINGS)
    await tryRows({ socket: socket ? router.helperSocket(socket) : router.console, login: router.login }, rows)
})

story('operations to come return 404 after authentication', async ({ router }) => {
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => (name === 'enable' ? 'enable' : 'x'))
  for (const row of TO_COME) {
    const call = { method: row.method, path: filled(row.path), body: row.body === '' ? undefined : {} }
    await ask(router.console, { ...call, headers: { Authorization: basic(router.login) } }, (reply) => {
      assert.equal(reply.status, 404, 'it answers now: it belongs to what is tried')
      line(reply)
    })
    await ask(router.console, { ...call, headers: {} }, (reply) => assert.equal(reply.status, 401))
  }
})
