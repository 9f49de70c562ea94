import assert from 'node:assert/strict'
import { CAMERA, deviceAt, LOGIN, PASSWORD, PENDING, TV } from '../../contract/actors.ts'
import { basic, exchange } from '../../contract/call.ts'
import { readDescription } from '../../contract/description.ts'
import { generated } from '../../contract/devices.ts'
import { DHCP_HELPER, failed, joined, lease, RECOVERY, VPN_HELPER, WIFI_HELPER } from '../../contract/helperprograms.ts'
import { PROVEN_PLUGINS } from '../../contract/plugins.ts'
import { PROVEN } from '../../contract/proven.ts'
import { empty, json, jsonWith, none, type Row, tryRows } from '../../contract/rows.ts'
import { answers, OUT_OF_THE_BOX, SET_UP_UNKNOWN } from '../../contract/setup.ts'
import { STRAYS } from '../../contract/system.ts'
import { ALL, HOUSEHOLD } from '../../contract/tables.ts'
import { MAPS_AND_TRAFFIC } from '../../contract/traffic.ts'
import { WEB } from '../../guests/addresses.ts'
import { openListener } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'
import { FROM_A_PAGE, openContract } from './contract.fixture.ts'

/** Calls before setup, about devices, names and rules, and of local helpers. */
const { story, tryTable } = await openContract()

story('before setup, any household device may set the router up', async ({ router }) => {
  const description = await readDescription(router.console)
  const asking = { socket: router.console, description }
  await tryRows(asking, OUT_OF_THE_BOX)
  // The wizard sends one call for each radio, concurrently.
  await Promise.all([1, 2, 3].map(() => tryRows(asking, [['PUT', '/setup', answers, 200, json({ status: 'done' })]])))
  await tryRows({ socket: router.helperSocket('wifi') }, [
    ['PUT', '/reportPSKAuthSuccess', { ...joined, Iface: 'wlan0.ap0.4999' }, 200, jsonWith({ Status: 'Okay-setup' })],
  ])
  router.login = LOGIN
  await tryRows({ ...asking, login: LOGIN }, [
    ['DELETE', PENDING, none, 200, empty],
    ['PUT', '/setup_done', {}, 200, json({ status: 'done' })],
  ])
  await tryRows(asking, SET_UP_UNKNOWN)
})

for (const [title, rows] of HOUSEHOLD) tryTable(title, rows)

story('unknown paths and methods are rejected for all callers', ({ router }) =>
  tryRows({ socket: router.console, login: LOGIN, headers: FROM_A_PAGE }, STRAYS),
)

story('maps and counters list devices and their traffic', async ({ laptop, phone, router }) => {
  await router.api(deviceAt(phone.mac), {
    Name: 'phone',
    Policies: ['wan', 'dns'],
    Groups: ['bulk'],
    PSKEntry: { Type: 'sae' },
  })
  await phone.join()
  await laptop.join()
  await until('the way out', () => phone.reaches(WEB, 80))
  const description = await readDescription(router.console)
  await tryRows({ socket: router.console, login: LOGIN, description }, MAPS_AND_TRAFFIC)
  const here = (await phone.address()) ?? ''
  const link = phone.routerLink ?? ''
  const arp = (await router.api('/arp')) as { IP: string; MAC: string; Flags: string; Device: string }[]
  assert.partialDeepStrictEqual(
    arp.find(({ IP }) => IP === here),
    { MAC: phone.mac, Flags: '0x6', Device: link },
  )
  assert.equal(((await router.api('/ip/interfaces')) as Record<string, string>)[here], link)
  for (const name of ['internet_access', 'dns_access', 'bulk_src_access', 'bulk_dst_access'])
    assert.match(JSON.stringify(await router.api(`/nfmap/${name}`)), new RegExp(`\\["${here}","${link}"\\]`), name)
})

story('invalid input is rejected with a one-time code as well', async ({ router }) => {
  const { codes, proof } = await router.registerCodes()
  const description = await readDescription(router.console)
  const headers = { ...FROM_A_PAGE, 'X-JWT-OTP': proof }
  await tryRows({ socket: router.console, login: LOGIN, headers, description }, [...PROVEN, ...PROVEN_PLUGINS])
  // A code is valid for two steps, and once.
  const next = codes.generate({ timestamp: Date.now() + 30_000 })
  await router.api('/otp_register', { Name: 'admin', Code: next }, 'DELETE')
})

story('local helpers call on their Unix sockets', async ({ router }) => {
  const description = await readDescription(router.console)
  await tryRows({ socket: router.helperSocket('wifi'), description }, WIFI_HELPER)
  await tryRows({ socket: router.helperSocket('dhcp'), description }, DHCP_HELPER)
  await tryRows({ socket: router.helperSocket('plugins/wireguard'), description }, VPN_HELPER)
  await tryRows({ socket: router.helperSocket('access') }, RECOVERY)
})

story('a pending passphrase is used by the first unknown device, once', async ({ router }) => {
  await tryRows({ socket: router.console, login: LOGIN }, [
    ['PUT', PENDING, { Name: 'new', Policies: ['wan'], PSKEntry: { Type: 'sae' } }, 200, json(generated)],
  ])
  const [known, first, second] = [TV, '02:00:00:00:00:b1', '02:00:00:00:00:b2']
  const report = (Mac: string, Status: string): Row => [
    'PUT',
    '/reportPSKAuthSuccess',
    { ...joined, Mac },
    200,
    jsonWith({ Status }),
  ]
  await tryRows({ socket: router.helperSocket('wifi') }, [
    report(known, 'Okay'),
    report(first, 'Installed Pending PSK'),
    report(second, 'Okay'),
  ])
  await tryRows({ socket: router.console, login: LOGIN }, [
    ['GET', '/pendingPSK', none, 200, json(false)],
    [
      'GET',
      '/devices',
      none,
      200,
      jsonWith({ [first]: { Name: 'new', MAC: first, PSKEntry: { Type: 'sae', Psk: '**' } } }),
    ],
  ])
})

story('headers forbid caching, and CORS headers list what other origins may send', async ({ router }) => {
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    exchange(router.console, { method, path, headers })
  const asAdmin = { Authorization: basic(LOGIN) }
  for (const reply of [await call('GET', '/devices', asAdmin), await call('GET', '/devices')]) {
    assert.partialDeepStrictEqual(reply.headers, {
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
      'x-frame-options': 'DENY',
      'access-control-allow-origin': '*',
    })
    assert.equal(reply.headers['www-authenticate'], undefined, 'a browser must not ask by itself')
  }
  const preflight = await call('OPTIONS', '/device', {
    Origin: 'http://elsewhere',
    'Access-Control-Request-Method': 'PUT',
  })
  assert.ok(preflight.status < 300)
  for (const name of ['X-Requested-With', 'Content-Type', 'Authorization', 'SPR-Bearer', 'X-JWT-OTP'])
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', new RegExp(name))
  for (const name of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.match(preflight.headers['access-control-allow-methods'] ?? '', new RegExp(name))
  assert.equal((await call('GET', '/devices', { ...asAdmin, Host: 'evil.example' })).status, 421)
  for (const login of ['admin:wrong', 'nobody:wrong', LOGIN.toUpperCase()])
    assert.equal((await call('GET', '/status', { Authorization: basic(login) })).status, 401)
})

story('the event stream sends events after authentication', async ({ router }) => {
  const listen = (path: string, headers?: Record<string, string>) => openListener(router.console, path, headers)
  for (const greeting of ['admin:wrong', 'nonsense']) {
    await using stranger = await listen('/ws')
    stranger.send(greeting)
    assert.equal(await stranger.next(), 'Authentication failure')
    await stranger.closed
  }
  await assert.rejects(listen('/ws', { Origin: 'http://evil.example' }), /403/)

  await using everything = await listen('/ws_events_all', { Origin: 'http://localhost' })
  await using notices = await listen('/ws')
  for (const one of [everything, notices]) {
    one.send(LOGIN)
    assert.equal(await one.next(), 'success')
  }
  const mac = '02:00:00:00:00:c1'
  await router.api(deviceAt(mac), {
    Name: 'watched',
    Groups: ['sensors'],
    DeviceTags: ['t'],
    PSKEntry: { Type: 'sae' },
  })
  const saved = await everything.event('device:save')
  assert.partialDeepStrictEqual(saved, { Notification: false, WildcardAll: true })
  assert.partialDeepStrictEqual(JSON.parse(saved.Data), { MAC: mac, PSKEntry: { Type: 'sae', Psk: '**' } })
  for (const topic of ['device:groups:update', 'device:tags:update'])
    assert.equal(JSON.parse((await everything.event(topic)).Data).MAC, mac)
  assert.equal(JSON.parse((await everything.event('devices:save')).Data)[mac].PSKEntry.Psk, '**')
  await router.api(deviceAt(mac), { Name: 'watched again' })
  assert.equal(JSON.parse((await everything.event('device:update')).Data).Name, 'watched again')
  await router.api(deviceAt(mac), undefined, 'DELETE')
  assert.equal(JSON.parse((await everything.event('device:delete')).Data).MAC, mac)

  await router.reportWifi('/reportPSKAuthFailure', { ...failed, Iface: 'wlan0' })
  const refused = await notices.event('wifi:auth:fail')
  assert.partialDeepStrictEqual(refused, { Notification: true, WildcardAll: false })
  assert.deepEqual(JSON.parse(refused.Data), {
    ...{ ...failed, Iface: 'wlan0', Status: 'Okay', Router: '' },
    Cause: 'wrong passphrase',
  })
  assert.ok(!notices.topics.some((topic) => topic.startsWith('device:')), 'only what pops up')

  await router.ask({ path: '/status', login: 'admin:wrong too' })
  const wrong = JSON.parse((await everything.event('auth:failure')).Data)
  assert.partialDeepStrictEqual(wrong, { type: 'user', name: 'admin', username: 'admin' })
  assert.match(wrong.reason, /:api$/)
  const asked = { MAC: CAMERA, Iface: 'lan0', Name: 'cam' }
  await tryRows({ socket: router.helperSocket('dhcp') }, [['PUT', '/dhcpRequest', asked, 200, json(lease)]])
  assert.partialDeepStrictEqual(JSON.parse((await everything.event('dhcp:request')).Data), asked)
  assert.equal(JSON.parse((await everything.event('dhcp:response')).Data).Identifier, CAMERA)
})

story('ten different wrong passwords lock one address for five minutes', async ({ laptop, router }) => {
  const attempt = async (password: string): Promise<string> => {
    const { stdout } = await laptop.try(
      'curl',
      '-s',
      '-m',
      '5',
      '-D',
      '-',
      '-o',
      '/dev/null',
      '-u',
      `admin:${password}`,
      'http://192.168.2.1/status',
    )
    return stdout
  }
  const status = (head: string) => head.split(' ')[1]
  assert.equal(status(await attempt(PASSWORD)), '200')
  for (let again = 0; again < 12; again++) assert.equal(status(await attempt('the same old one')), '401')
  for (let different = 1; different < 10; different++) assert.equal(status(await attempt(`guess ${different}`)), '401')
  const locked = await attempt(PASSWORD)
  assert.equal(status(locked), '429')
  assert.match(locked, /^retry-after: 300\r$/im)
  assert.equal(await router.api('/status'), 'Online')
})

story('the OpenAPI description lists exactly the served operations, with valid examples', async ({ router }) => {
  const { document, operations, nameOf, examples } = await readDescription(router.console)
  assert.equal(String(document.openapi).slice(0, 4), '3.1.')
  const wellTried = new Set(
    ALL.filter(([, , , status]) => status === 200).map(([method, path]) => nameOf(method, path)),
  )
  const needsCode = (name: string) => {
    const [method = '', path = ''] = name.split(' ')
    return document.paths?.[path]?.[method.toLowerCase()]?.security?.[0]?.oneTimeCode !== undefined
  }
  // The virtual internet has no time server: who answered would set this machine's own clock. The others take a code, a token,
  // a session, a connected station, a machine of the router’s own, an installed release, half a minute in the virtual machine, a device that was there before an Id that the router makes or a relay for phones: they have a story of their own.
  const elsewhere = [
    'PUT /time/sync',
    'PUT /undo',
    'PUT /update',
    'PUT /update/search',
    'PUT /restart',
    'PUT /machine/reboot',
    'PUT /machine/shutdown',
    'PUT /otp_validate',
    'PUT /hostapd/{interface}/bssTransition',
    'GET /iw/dev/{interface}/scan',
    'PUT /wifi/radios/{interface}/chooseChannel',
    'DELETE /tokens',
    'DELETE /session',
    'DELETE /sessions/{id}',
    'GET /plugins/dns/log/history/{ip}',
    'PUT /ping/{interface}/{address}',
    'PUT /ping/{interface}/{address}/udp',
    'PUT /alerts_test/{token}',
    'PUT /notify/targets/{id}',
    'DELETE /notify/targets/{id}',
    'PUT /notify/targets/{id}/test',
    'PUT /plugins/pfw/rules/{id}',
    'DELETE /plugins/pfw/rules/{id}',
    'PUT /plugins/pfw/rules/{id}/extend',
    'PUT /plugins_api/{name}/restart',
    'PUT /plugins_api/{name}/update_container',
    'PUT /plugin/ui_session',
    'DELETE /plugin/ui_session/{id}',
    'GET /automations/{name}',
    'GET /automations/{name}/log',
    'PUT /automations/{name}/enabled',
    'PUT /automations/{name}/run',
    'DELETE /automations/{name}',
    'PUT /authorizedKeys',
    'PUT /logout',
    'PUT /webauthn/register',
    'POST /webauthn/register',
    'PUT /webauthn/validate',
    'POST /webauthn/validate',
    'PUT /webauthn/always',
    'PUT /webauthn/login',
    'POST /webauthn/login',
    'POST /webauthn/login/cookie',
    'DELETE /webauthn/credential',
  ]
  const untried = operations.filter((name) => !wellTried.has(name) && !needsCode(name))
  assert.deepEqual(untried.toSorted(), elsewhere.toSorted())
  assert.deepEqual(
    examples().filter(({ fits }) => !fits),
    [],
  )
  assert.ok(examples().length > 30)
})

story('the router restarts on request, and household connections continue', async ({ phone, router }) => {
  const call = async (method: string, path: string, body?: unknown) =>
    exchange(router.console, {
      ...{ method, path, headers: { Authorization: basic(LOGIN) } },
      text: body === undefined ? '' : JSON.stringify(body),
    })
  await router.api('/wan/config', { SpeedTestURL: `http://${WEB}/large` })
  await router.api('/wan/speedtest/wan0', undefined, 'PUT')
  assert.equal(((await router.api('/wan/speedtest')) as unknown[]).length, 1, 'what only this run knows')
  await using stream = await phone.stream(WEB, 7)
  assert.ok(await stream.flows())
  await tryRows({ socket: router.console, login: LOGIN }, [['PUT', '/restart', 'router', 200, empty]])
  await until(
    'the router answers again',
    async () => {
      const reply = await call('GET', '/wan/speedtest').catch(() => undefined)
      return reply?.status === 200 && reply.text.trim() === '[]'
    },
    30_000,
  )
  assert.ok(await stream.flows(), 'the connection that was open continues')
  assert.ok(await phone.reaches(WEB, 80), 'and new ones pass')
  assert.equal(((await router.api('/devices')) as Record<string, unknown>)[phone.mac] !== undefined, true)
})

story('a change of the address range: the router moves immediately, devices with their next lease', async (home) => {
  const { phone, router } = home
  const old = (await phone.address()) ?? ''
  await router.api('/subnetConfig', { TinyNets: ['10.42.0.0/24', '10.43.0.0/24'], LeaseTime: '24h0m0s' })
  assert.ok(await phone.reaches(WEB, 80))
  const known = (await router.api('/devices')) as Record<string, { RecentIP: string }>
  assert.equal(known[phone.mac]?.RecentIP, old, 'it stays on record')
  const own = (await router.api('/ip/interfaces')) as Record<string, string>
  assert.ok(own['10.42.0.1'] && own['10.43.0.1'], JSON.stringify(own))

  await phone.stopDhcp()
  const fresh = await phone.lease()
  assert.match(fresh, /^10\.42\.0\./)
  assert.ok(await phone.reaches(WEB, 80))
  for (const name of ['ethernet_filter', 'internet_access', 'dns_access'])
    assert.ok(!JSON.stringify(await router.api(`/nfmap/${name}`)).includes(`"${old}"`), name)
  assert.equal(await phone.run('cat', '/etc/resolv.conf'), 'domain lan\nnameserver 10.42.0.1\n')
  assert.equal((await phone.try('curl', '-s', '-m', '2', 'http://10.42.0.1/setup')).code, 0, 'the router answers there')
})
