import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { run } from '../../process/program.ts'
import { until } from '../../process/until.ts'

const data = '/run/eventstore'
const ballast = join(data, 'ballast')
mkdirSync(data)
await run(['mount', '-t', 'tmpfs', '-o', 'size=24m,mode=700', 'events', data])
const story = await openStories({ laptop: { Policies: ['wan', 'dns'] }, phone: { Policies: ['wan', 'dns'] } }, { data })

const items = async (router: Router, topic: string): Promise<Record<string, unknown>[]> =>
  router.api(`/plugins/db/items/${topic}?num=1000`).catch(() => []) as Promise<Record<string, unknown>[]>

/** Leases of a device that the file of the event store contains. */
function leasesOnDisk(mac: string): number {
  using database = new DatabaseSync(join(data, 'events.db'), { readOnly: true })
  const rows = database.prepare(
    "SELECT value FROM events JOIN topics ON topics.id = events.topic WHERE topics.name = 'dhcp:response'",
  )
  return rows.all().filter(({ value }) => JSON.parse(String(value)).Identifier === mac).length
}

story('a lease and a failed sign-in are stored, and are found by device and by text', async ({ laptop, router }) => {
  await laptop.join()
  const leases = await items(router, 'dhcp:response')
  assert.ok(
    leases.some(({ Identifier, time }) => Identifier === laptop.mac && typeof time === 'string'),
    'the lease',
  )
  const wrong = await router.ask({ path: '/devices', login: 'admin:not the password' })
  assert.equal(wrong.status, 401)
  const [failure] = await items(router, 'auth:failure')
  assert.equal(failure?.type, 'user')
  const search = async (query: string) =>
    ((await router.api(`/events?${query}`)) as { Topic: string }[]).map(({ Topic }) => Topic)
  assert.ok((await search(`device=${laptop.mac}`)).includes('dhcp:response'))
  const ip = await laptop.address()
  assert.ok((await search(`text=${ip}`)).includes('dhcp:response'))
  assert.deepEqual(await search('device=02:00:00:00:00:99'), [])
})

story('the DNS log of a device is a topic, and is deleted with it', async ({ laptop, router }) => {
  await laptop.resolves('www.test')
  const topic = `dns:serve:${await laptop.address()}`
  await until('the query', async () => (await items(router, topic)).some(({ FirstName }) => FirstName === 'www.test.'))
  const stats = (await router.api(`/plugins/db/stats/${topic}`)) as { KeyN: number }
  assert.ok(stats.KeyN > 0)
  assert.equal((await router.ask({ method: 'DELETE', path: `/plugins/db/bucket/${topic}` })).status, 200)
  assert.deepEqual(await items(router, topic), [])
})

story('events are on the disk without a call, and survive kill -9', async ({ phone, router }) => {
  await phone.join()
  await until('the lease on the disk', () => leasesOnDisk(phone.mac) > 0)
  const before = await items(router, 'dhcp:response')
  await router.kill()
  await router.start()
  const after = await items(router, 'dhcp:response')
  const keys = new Set(after.map(({ time }) => time))
  assert.ok(before.every(({ time }) => keys.has(time)))
})

story('on a full disk events are read from memory, and are on the disk when it has room', async (home) => {
  const { phone, router } = home
  const { SaveEvents } = (await router.api('/plugins/db/config')) as { SaveEvents: string[] }
  await router.api('/plugins/db/config', { SaveEvents: [...SaveEvents, 'log:www:access'] })
  const before = (await items(router, 'dhcp:response')).length
  for (let size = 1 << 20; size >= 1; size >>= 2)
    for (;;)
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
  const onDisk = leasesOnDisk(phone.mac)
  await phone.leave()
  await phone.join()
  const stats = async () => (await router.api('/plugins/db/stats')) as { Held: number; Dropped: number }
  // The database has free pages: each call is an event, until those are full.
  for (let call = 0; call < 5000 && (await stats()).Held === 0; call++)
    await router.ask({ path: `/events?text=${'x'.repeat(150)}` })
  assert.ok((await stats()).Held > 0)
  await phone.leave()
  await phone.join()
  assert.ok((await items(router, 'dhcp:response')).length >= before + 2)
  assert.equal((await stats()).Dropped, 0)
  rmSync(ballast)
  await phone.leave()
  await phone.join()
  await until('all events on the disk', async () => (await stats()).Held === 0)
  assert.ok(leasesOnDisk(phone.mac) >= onDisk + 3)
})
