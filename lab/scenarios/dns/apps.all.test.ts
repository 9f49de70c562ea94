import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage(
  {
    tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
    laptop: { Policies: ['wan', 'dns'] },
  },
  { minuteMs: 1000 },
)
const { router, tablet, laptop } = home
const clock = openSetClock(home, 'Europe/Oslo')
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1]

const add = async (When: object, Do: object): Promise<string> =>
  ((await router.api('/plugins/pfw/rules', { Name: 'Apps', When, Do })) as { Id: string }).Id
const remove = (id: string) => router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE')
const services = (...Services: string[]) => ({ Kind: 'services', Services })

story('all devices join', () => home.gather().then(() => undefined))

story('a newer list of services replaces the built-in one, and an unknown service is refused', async () => {
  const Source = 'https://lists.example/chess'
  const chess = { Id: 'chess', Name: 'Chess', Kind: 'games', Domains: ['www.test'], Source, Checked: '2026-11-23' }
  const put = (rule: object) => router.ask({ method: 'PUT', path: '/plugins/pfw/rules', body: rule })
  const rule = { Name: 'Chess', When: { Tags: ['kids'] }, Do: services('chess') }
  assert.equal((await put(rule)).status, 400)
  await router.api('/plugins/dns/block/services', { Version: '2026-11-24', Services: [chess] })
  const { Id } = (await router.api('/plugins/pfw/rules', rule)) as { Id: string }
  assert.deepEqual(await tablet.resolves('www.test'), [])
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await router.api('/plugins/dns/block/services', undefined, 'DELETE')
  assert.deepEqual(await tablet.resolves('www.test'), [WEB], 'the built-in list does not have it')
  await remove(Id)
})

async function restartAt(local: string): Promise<void> {
  clock.set(local)
  await router.kill()
  await router.start(clock.variables)
  await router.uplinkAddress()
}

story('an app is blocked during homework, to the minute, and after a restart', async () => {
  await restartAt('2026-11-23T14:59:50')
  const Times = [{ Days: EVERY_DAY, Start: '15:00', End: '17:00' }]
  await add({ Tags: ['kids'], Times }, services('tiktok'))
  const isBlocked = async (): Promise<boolean> => (await tablet.resolves('www.tiktok.com')).length === 0
  await until('homework', isBlocked, 10_000)
  await restartAt('2026-11-23T16:30:00')
  await until('homework after a restart', isBlocked, 10_000)
  clock.pass('2026-11-23T16:59:58')
  await until('the end of homework', async () => !(await isBlocked()), 15_000)
})
