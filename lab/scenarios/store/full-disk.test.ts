import assert from 'node:assert/strict'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { kernelOf } from '../../safety/kernel.ts'
import { look } from '../../safety/things.ts'
import { fillDisk, mountDisk } from './full-disk.fixture.ts'

const data = '/run/tight'
const ballast = join(data, 'ballast')
await mountDisk(data, '16m')
const story = await openStories(
  { laptop: { Policies: ['wan', 'dns'] }, camera: {}, phone: { Policies: ['wan'] } },
  // A machine of an earlier home does not have this mount.
  { data, reuses: false },
)

/** Bytes used by other files. Events are stored at any time: lab/scenarios/events/eventstore.all.test.ts. */
const kept = (directory = data): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'ballast' && !entry.name.startsWith('events.db'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

story('on a full disk, changes are rejected and nothing changes', async ({ laptop, camera, phone, router }) => {
  await Promise.all([laptop.join(), camera.join(), phone.join()])
  const shown = await look(router)
  const kernel = await kernelOf(router)
  fillDisk(ballast)
  const size = kept()
  const changes = [
    ['PUT', `/device?identity=${camera.mac}`, { Policies: ['wan'] }],
    ['PUT', `/device?identity=${laptop.mac}`, { Policies: [], Groups: ['den'] }],
    ['DELETE', `/device?identity=${phone.mac}`, undefined],
    ['PUT', '/groups', { Name: 'den' }],
    ['PUT', '/firewall/block', { Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: WEB }],
    ['PUT', '/firewall/icmp', { PingLan: false, PingWan: true }],
    ['PUT', '/dns/hostnames/nas', { IPAddress: '192.168.2.250' }],
    ['PUT', '/subnetConfig', { TinyNets: ['192.168.4.0/24'], LeaseTime: '2h0m0s' }],
    ['PUT', '/backup', {}],
  ] as const
  for (const [method, path, body] of changes) {
    const answer = await router.ask({ method, path, body })
    assert.deepEqual([path, answer.status], [path, 503], String(answer.body))
    assert.match(String(answer.body), /disk full/, path)
  }
  assert.deepEqual(await look(router), shown)
  assert.deepEqual(await kernelOf(router), kernel)
  assert.ok(kept() - size < 4096, `${kept() - size} bytes more`)
})

story(
  'on a full disk, firewall, DNS and DHCP keep working, also for devices that reconnect',
  async ({ laptop, camera, phone, router }) => {
    assert.ok(await laptop.reaches(WEB, 80))
    assert.ok(!(await camera.reaches(WEB, 80)))
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    await phone.leave()
    await phone.join()
    assert.ok(await phone.reaches(WEB, 80))
    assert.equal((await router.ask({ path: '/status' })).status, 200)
  },
)

story('with free space, changes are accepted again', async ({ camera, router, configure }) => {
  rmSync(ballast)
  await configure(camera, { Policies: ['wan'] })
  await until('the way out', () => camera.reaches(WEB, 80))
  await router.kill()
  await router.start()
  assert.ok(await camera.reaches(WEB, 80))
})
