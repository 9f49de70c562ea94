import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { callWell } from '../contract/call.ts'
import { openTemporaryHome } from '../home/opened.ts'
import { until } from '../process/until.ts'

/** A home on a machine that refuses namespaces, as an ordinary container does. */
const { home, folder } = await openTemporaryHome()
const programs = join(folder, 'programs')
mkdirSync(programs)
writeFileSync(join(programs, 'unshare'), '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n')
chmodSync(join(programs, 'unshare'), 0o755)
home.environment.PATH = `${programs}:${process.env.PATH}`

const get = (path: string): Promise<unknown> => callWell(home, { path, login: `admin:${home.password}` })
const eventsOf = async (topic: string): Promise<{ Topic: string; Event: Record<string, unknown> }[]> =>
  (await get(`/events?prefix=${topic}&limit=20`)) as never
const find = <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => until(what, look, 60_000)

test('where namespaces are refused, the demonstration home opens, and says why and that nothing is sent', {
  timeout: 240_000,
}, async () => {
  await home.start()
  assert.match(home.printed, /refuses the namespaces .*Operation not permitted/)
  assert.match(home.printed, /demonstration home: its devices and its network are simulated, and no packet is sent/)
  assert.equal(await home.status('/devices'), 401, 'the password protects it')
  assert.equal(await home.status('/pages/'), 200, 'the documentation is served')
  assert.ok(((await get('/features')) as string[]).includes('demonstration'))
})

test('nothing listens on the network of the computer', () => {
  const pids = home.processes().map(({ pid }) => `pid=${pid},`)
  const { stdout } = spawnSync('ss', ['-Hltnp'], { encoding: 'utf8' })
  const own = stdout.split('\n').filter((line) => pids.some((pid) => line.includes(pid)))
  assert.ok(own.length > 0)
  for (const line of own) assert.match(line, /\s127\.0\.0\.1:\d+\s/)
})

test('six devices have joined: they are listed, leave and join', () => {
  const listed = home.command('list').stdout
  for (const name of ['laptop', 'phone', 'tv', 'camera', 'printer', 'stranger'])
    assert.match(listed, new RegExp(`^${name} +(wlan0\\.\\d+|lan0) +192\\.168\\.2\\.\\d+ +02:`, 'm'))
  assert.match(home.command('leave', 'tv').stdout, /^tv +away/m)
  assert.match(home.command('join', 'tv').stdout, /^tv +wlan0\.\d+ +192\.168\.2\.\d+/m)
  const refused = home.command('exec', 'tv', '--', 'true')
  assert.deepEqual([refused.status, /only join and leave/.test(refused.stderr)], [1, true])
})

test('their queries, their traffic and the blocked names are those of the router’s own code', async () => {
  await find('a blocked name', async () =>
    (await eventsOf('dns:block')).find(({ Event }) => /example/.test(String(Event.Name))),
  )
  const traffic = await find('traffic', async () => {
    const rows = (await get('/traffic/incoming_traffic_wan')) as { Domain: string; Bytes: number }[]
    return rows.find(({ Domain, Bytes }) => Domain === 'laptop.lan' && Bytes > 0)
  })
  assert.ok(traffic)
})

test('the firewall decides: the camera may only resolve names, until it has the policy for the internet', async () => {
  const camera = Object.values((await get('/devices')) as Record<string, { Name: string; MAC: string }>).find(
    ({ Name }) => Name === 'camera',
  )!
  const refusal = await find('a refused connection', async () =>
    (await eventsOf('nft:drop:forward')).find(({ Event }) => Event.SrcDevice === camera.MAC),
  )
  assert.match(JSON.stringify(refusal.Event), /"DstPort":443/)
  await home.put(`/device?identity=${camera.MAC}`, { Policies: ['wan', 'dns'] })
  await find('its traffic', async () => {
    const rows = (await get('/traffic/incoming_traffic_wan')) as { Domain: string }[]
    return rows.find(({ Domain }) => Domain === 'camera.lan')
  })
})

test('it ends at a signal, and its settings are there at the next start', { timeout: 240_000 }, async () => {
  const before = (await get('/devices')) as object
  await home.end('SIGTERM')
  assert.equal(home.child?.exitCode, 0)
  await home.start('--quiet', '--demonstration')
  const after = (await get('/devices')) as object
  assert.deepEqual(Object.keys(after).sort(), Object.keys(before).sort())
  await home.end('SIGINT')
})
