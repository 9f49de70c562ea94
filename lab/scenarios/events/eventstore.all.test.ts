import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { fillDisk, mountDisk } from '../store/full-disk.fixture.ts'

const data = '/run/eventstore'
const ballast = join(data, 'ballast')
await mountDisk(data, '24m')
// A machine of an earlier home does not have this mount.
const story = await openStories({ phone: { Policies: ['wan', 'dns'] } }, { data, reuses: false })

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

story('on a full disk events are read from memory, and are on the disk when it has room', async (home) => {
  const { phone, router } = home
  await phone.join()
  await until('the lease on the disk', () => leasesOnDisk(phone.mac) > 0)
  const { SaveEvents } = (await router.api('/plugins/db/config')) as { SaveEvents: string[] }
  await router.api('/plugins/db/config', { SaveEvents: [...SaveEvents, 'log:www:access'] })
  const before = (await items(router, 'dhcp:response')).length
  fillDisk(ballast)
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
