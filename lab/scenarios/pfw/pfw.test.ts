import assert from 'node:assert/strict'
import { ECHO_PORT, FAMILY_RESOLVER, HOSTS, RESOLVER, WEB } from '../../guests/addresses.ts'
import type { Stream } from '../../guests/stream.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const { home, story } = await openStage(
  {
    phone: { Policies: ['wan', 'dns', 'lan'], DeviceTags: ['kids', 'persona:kids'] },
    laptop: { Policies: ['wan', 'dns', 'lan'] },
    camera: { Policies: ['dns'] },
    tv: { Policies: ['wan'] },
    printer: { wired: true, Policies: [], listens: [9100] },
  },
  { minuteMs: 1000 },
)
const { router, phone, laptop, camera, tv, printer } = home
const clock = openSetClock(home, 'Europe/Oslo')
const EVERY_DAY = [1, 1, 1, 1, 1, 1, 1]
const BEDTIME = {
  Name: 'Bedtime',
  When: { Tags: ['kids'], Times: [{ Days: EVERY_DAY, Start: '21:00', End: '07:00' }] },
  Do: { Kind: 'block' },
}

interface Entry {
  readonly Id: string
  readonly Holds: boolean
  readonly HoldsUntil: number
}
const add = async (rule: object): Promise<Entry> => (await router.api('/plugins/pfw/rules', rule)) as unknown as Entry
const remove = (id: string) => router.api(`/plugins/pfw/rules/${id}`, undefined, 'DELETE')
const rules = async (): Promise<Entry[]> => (await router.api('/plugins/pfw/rules')) as unknown as Entry[]
const explained = async (port = ECHO_PORT): Promise<string> => {
  const from = encodeURIComponent(phone.mac)
  return ((await router.api(`/explain?from=${from}&to=${HOSTS[0]}&port=${port}`)) as { Text: string }).Text
}
/** Until the phone can or cannot open a connection. */
const untilPhone = (reaches: boolean): Promise<unknown> =>
  until(
    `a phone ${reaches ? 'with' : 'without'} internet`,
    async () => (await phone.reaches(HOSTS[1]!, ECHO_PORT)) === reaches,
  )

/** Until packets of an open connection do not pass any more: connections end right after new ones are refused. */
const untilClosed = (stream: Stream): Promise<unknown> => until('a closed connection', () => stream.stalls(500))

/** A download to the phone from a server of its own, which is useless once a client has vanished. */
async function openDownload(port: number) {
  const server = home.internet.namespace.start(['iperf3', '--server', '--bind', WEB, '--port', String(port)])
  const client = () => phone.namespace.start(['iperf3', '-c', WEB, '-p', String(port), '-R', '-t', '60', '-b', '20M'])
  const arrived = await openWitness(phone.namespace, `ip saddr ${WEB} tcp sport ${port}`)
  let running = client()
  await until('a download', async () => {
    if ((await arrived.packets()) > 20) return true
    running = client()
    return false
  })
  return {
    packets: arrived.packets,
    async [Symbol.asyncDispose]() {
      await running.stop()
      await server.stop()
      await arrived[Symbol.asyncDispose]()
    },
  }
}

let bedtime = ''

story('a router whose clock can be set, a minute before bedtime', async () => {
  clock.set('2026-11-23T20:50:00')
  await router.kill()
  await router.start(clock.variables)
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a rule is previewed before it is saved', async () => {
  const { Opens, Closes } = (await router.api('/plugins/pfw/preview', { Rule: BEDTIME })) as {
    Opens: unknown[]
    Closes: { From: { Name: string }; Text: string }[]
  }
  assert.equal(Opens.length, 0)
  assert.ok(Closes.length > 0)
  assert.ok(Closes.every(({ From }) => From.Name === 'phone'))
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('bedtime ends the internet of the phone at the minute, and a running download with it', async () => {
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await using others = await laptop.stream(HOSTS[1]!, ECHO_PORT)
  await using local = await phone.stream((await printer.address())!, 9100)
  await using download = await openDownload(5202)
  clock.set('2026-11-23T20:59:57')
  const saved = await add(BEDTIME)
  bedtime = saved.Id
  assert.equal(saved.Holds, false)
  await using events = await openListener(router.console, '/ws_events_all')
  events.send(router.login)
  await events.next()
  await until('bedtime', async () => (await rules())[0]?.Holds === true)
  const { HoldsUntil } = (await rules())[0]!
  assert.equal(HoldsUntil, clock.unix('2026-11-24T07:00:00'))
  await untilClosed(open)
  const after = await download.packets()
  assert.ok(await open.stalls())
  assert.equal(await download.packets(), after, 'the download has stopped')
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.ok(!(await phone.pings(HOSTS[0]!)))
  assert.ok(await others.flows(), 'other devices are not affected')
  assert.ok(await local.flows(), 'nor are connections within the home')
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  const { Rule } = JSON.parse((await events.event('nft:drop:pfw')).Data) as { Rule: object }
  assert.deepEqual(Rule, { Id: bedtime, Name: 'Bedtime', Kind: 'schedule' })
})

story('explain names the schedule and its end', async () => {
  assert.match(await explained(), /is refused: it is blocked by the schedule Bedtime until 07:00\.$/)
})

story('a rule that is disabled has no effect, and has one again when it is enabled', async () => {
  await router.api(`/plugins/pfw/rules/${bedtime}`, { ...BEDTIME, Disabled: true })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await router.api(`/plugins/pfw/rules/${bedtime}`, BEDTIME)
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
})

story('the phone stays blocked while the daemon is killed, and after it has started again', async () => {
  await router.kill()
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await using leaked = await openWitness(home.internet.namespace, `ip daddr ${HOSTS[5]}`)
  const probing = phone.namespace.start([
    'sh',
    '-c',
    `while :; do busybox nc -w 1 ${HOSTS[5]} ${ECHO_PORT} < /dev/null; done`,
  ])
  await router.start(clock.variables)
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await probing.stop()
  assert.equal(await leaked.packets(), 0, 'no packet left during the start')
})

story('an extra hour permits the internet again, and ends at its minute', async () => {
  clock.set('2026-11-23T21:30:00')
  await router.api(`/plugins/pfw/rules/${bedtime}/extend`, { Minutes: 60 })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  clock.set('2026-11-23T22:29:30')
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  clock.set('2026-11-23T22:30:00')
  await untilPhone(false)
  await untilClosed(open)
})

story('bedtime ends in the morning, and when the clock is set', async () => {
  clock.set('2026-11-24T07:00:00')
  await untilPhone(true)
  assert.match(await explained(), /may open this/)
  clock.set('2026-11-23T23:00:00')
  await untilPhone(false)
  clock.set('2026-11-24T12:00:00')
  await untilPhone(true)
})

story('a pause ends at its time, and its rule is deleted', async () => {
  clock.set('2026-11-24T12:00:00')
  const pause = { Name: 'Pause', When: { Devices: [phone.mac] }, Do: { Kind: 'block' } }
  await add({ ...pause, Until: clock.unix('2026-11-24T12:30:00') })
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.match(await explained(), /it is blocked by the pause until 12:30/)
  clock.set('2026-11-24T12:30:00')
  await untilPhone(true)
  await until('the rule to be deleted', async () => (await rules()).length === 1)
})

story('a device without internet gets it for a while', async () => {
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  const allowed = { Name: 'Update', When: { Devices: [camera.mac] }, To: { Protocol: 'tcp', Port: String(ECHO_PORT) } }
  await add({ ...allowed, Do: { Kind: 'allow' }, Until: clock.unix('2026-11-24T13:00:00') })
  assert.ok(await camera.reaches(HOSTS[0]!, ECHO_PORT))
  assert.ok(!(await camera.reaches(WEB, 80)), 'other ports stay closed')
  await using open = await camera.stream(HOSTS[1]!, ECHO_PORT)
  clock.set('2026-11-24T13:00:00')
  await until('the end', async () => !(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  await untilClosed(open)
})

story('a rule for a network and ports leaves other destinations open', async () => {
  const { Id } = await add({
    ...{ Name: 'Games', When: { Tags: ['kids'] }, Do: { Kind: 'block' } },
    To: { Place: 'listed', Networks: [`${HOSTS[2]}/32`], Protocol: 'tcp', Port: '1-100' },
  })
  assert.ok(!(await phone.reaches(HOSTS[2]!, ECHO_PORT)))
  assert.ok(await phone.reaches(HOSTS[3]!, ECHO_PORT))
  assert.ok(await phone.pings(HOSTS[2]!))
  await remove(Id)
  assert.ok(await phone.reaches(HOSTS[2]!, ECHO_PORT))
})

/** The virtual internet is in the United Kingdom, and belongs to this network. */
const ASN = 20_712

story('a rule for a country or a network by its number is about its addresses, for its devices only', async () => {
  for (const list of [{ Countries: ['GB'] }, { ASNs: [ASN] }]) {
    await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
    const To = { Place: 'listed', ...list, Protocol: 'tcp', Port: String(ECHO_PORT) }
    const rule = { Name: 'Abroad', When: { Tags: ['kids'] }, To, Do: { Kind: 'block' } }
    const { Closes } = (await router.api('/plugins/pfw/preview', { Rule: rule })) as { Closes: { Text: string }[] }
    assert.match(Closes[0]!.Text, /phone.*Abroad/)
    const { Id } = await add(rule)
    await untilClosed(open)
    assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
    assert.match(await explained(), /it is blocked by the rule Abroad\.$/)
    assert.ok(await phone.reaches(WEB, 80), 'other ports are not affected')
    assert.ok(await laptop.reaches(HOSTS[0]!, ECHO_PORT), 'nor are other devices')
    await router.api(`/plugins/pfw/rules/${Id}`, { ...rule, To: { ...To, Countries: ['NO'], ASNs: [] } })
    assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT), 'nor are other countries')
    await remove(Id)
  }
})

story('a rule for a domain follows the addresses that the resolver answers with', async () => {
  const [VIDEO, CDN] = [HOSTS[8]!, HOSTS[9]!]
  await using open = await phone.stream(VIDEO, ECHO_PORT)
  const rule = { Name: 'Video', When: { Tags: ['kids'] }, To: { Place: 'listed', Domains: ['video.test'] } }
  const { Id } = await add({ ...rule, Do: { Kind: 'block' } })
  // The router resolves the domain itself: the phone has resolved it before.
  await untilClosed(open)
  assert.ok(!(await phone.reaches(VIDEO, ECHO_PORT)))
  assert.ok(await phone.reaches(CDN, ECHO_PORT), 'nobody has asked for this name yet')
  assert.deepEqual(await phone.resolves('cdn.video.test'), [CDN])
  assert.ok(!(await phone.reaches(CDN, ECHO_PORT)))
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  assert.ok(await laptop.reaches(VIDEO, ECHO_PORT))
  const explain = `/explain?from=${encodeURIComponent(phone.mac)}&to=video.test&port=${ECHO_PORT}`
  assert.match(((await router.api(explain)) as { Text: string }).Text, /it is blocked by the rule Video\.$/)
  await remove(Id)
  assert.ok(await phone.reaches(VIDEO, ECHO_PORT))
})

story('a device without internet reaches a permitted domain only', async () => {
  assert.ok(!(await camera.reaches(HOSTS[8]!, ECHO_PORT)))
  const To = { Place: 'listed', Domains: ['video.test'] }
  const { Id } = await add({ Name: 'Update', When: { Devices: [camera.mac] }, To, Do: { Kind: 'allow' } })
  assert.deepEqual(await camera.resolves('video.test'), [HOSTS[8]])
  assert.ok(await camera.reaches(HOSTS[8]!, ECHO_PORT), 'the response arrives after the address is permitted')
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  await remove(Id)
  assert.ok(!(await camera.reaches(HOSTS[8]!, ECHO_PORT)))
})

story('a domain resolves to another address, for the devices of the rule only', async () => {
  const { Id } = await add({
    ...{ Name: 'Safe', When: { Devices: [phone.mac] } },
    Do: { Kind: 'dns', Domain: 'www.test', ResultIP: HOSTS[4] },
  })
  assert.deepEqual(await phone.resolves('www.test'), [HOSTS[4]])
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await remove(Id)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
})

story('a rule holds while another device is connected', async () => {
  const { Id } = await add({
    ...{ Name: 'TV time', When: { Tags: ['kids'], Online: [{ Device: tv.mac }] }, Do: { Kind: 'block' } },
  })
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await tv.leave()
  await untilPhone(true)
  await tv.join()
  await untilPhone(false)
  await remove(Id)
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a tag opens an endpoint while the rule holds', async () => {
  const IP = await printer.address()
  await home.configure(camera, { Policies: ['dns'] })
  await router.api('/firewall/endpoint', { RuleName: 'printer', Protocol: 'tcp', IP, Port: '9100', Tags: ['print'] })
  assert.ok(!(await camera.reaches(printer, 9100)))
  const { Id } = await add({ Name: 'Printing', When: { Devices: [camera.mac] }, Do: { Kind: 'tag', Tag: 'print' } })
  assert.ok(await camera.reaches(printer, 9100))
  await remove(Id)
  assert.ok(!(await camera.reaches(printer, 9100)))
})

story('a group lets devices reach each other while the rule holds', async () => {
  await router.api('/groups', { Name: 'office' })
  assert.ok(!(await camera.reaches(printer, 9100)))
  const Devices = [camera.mac, printer.mac]
  const { Id } = await add({ Name: 'Office', When: { Devices }, Do: { Kind: 'group', Group: 'office' } })
  await using open = await camera.stream((await printer.address())!, 9100)
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  await remove(Id)
  await untilClosed(open)
  assert.ok(!(await camera.reaches(printer, 9100)))
})

story('a notification is published when the rule starts to hold, each time', async () => {
  await using events = await openListener(router.console, '/ws_events_all')
  events.send(router.login)
  await events.next()
  await tv.leave()
  const { Id } = await add({
    ...{ Name: 'TV on', When: { Tags: ['kids'], Online: [{ Device: tv.mac }] }, Do: { Kind: 'notify' } },
  })
  await tv.join()
  const payload = JSON.parse((await events.event('pfw:notify')).Data) as { Id: string; Name: string; Devices: string[] }
  assert.deepEqual([payload.Id, payload.Name, payload.Devices], [Id, 'TV on', [phone.mac]])
  await tv.leave()
  await events.event('pfw:rule:end')
  await tv.join()
  await events.event('pfw:notify')
  await remove(Id)
})

story('a device uses the resolvers for families while the rule holds', async () => {
  const { Id } = await add({ Name: 'Family', When: { Devices: [phone.mac] }, Do: { Kind: 'family' } })
  assert.deepEqual(await phone.resolves('whoami.test'), [FAMILY_RESOLVER])
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
  await remove(Id)
  assert.deepEqual(await phone.resolves('whoami.test'), [RESOLVER])
})

/** Mbit/s to the phone, at most 40, after the first seconds, in which a burst passes. */
async function speed(burst: number): Promise<number> {
  const report = await phone.namespace.run(
    ['iperf3', '-c', WEB, '-R', '-b', '40M', '-O', String(burst), '-t', '2', '-J'],
    { timeoutMs: 20_000 },
  )
  return JSON.parse(report).end.sum_received.bits_per_second / 1e6
}

story('a limit of the rate roughly holds, and ends with the rule', async () => {
  const open = await speed(0)
  const { Id } = await add({ Name: 'Slow', When: { Tags: ['kids'] }, Do: { Kind: 'limit', DownMbit: 8 } })
  const limited = await speed(2)
  assert.ok(limited < 8 * 1.3 && limited > 8 * 0.5, `${limited} Mbit/s with a limit of 8`)
  assert.ok(open > limited * 3, `${open} Mbit/s without it`)
  await remove(Id)
  assert.ok((await speed(0)) > limited * 3)
})

story('a daily limit blocks for the rest of the day, and an hour more lifts it', async () => {
  // A minute lasts a second here.
  clock.set('2026-11-24T15:00:00')
  const { Id } = await add({ Name: 'Two minutes', When: { Tags: ['kids'], UsedMinutes: 2 }, Do: { Kind: 'block' } })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await using _download = await openDownload(5203)
  await until('the limit', async () => (await rules()).some((rule) => rule.Id === Id && rule.Holds))
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  assert.match(await explained(), /the daily limit Two minutes until 00:00/)
  await router.api(`/plugins/pfw/rules/${Id}/extend`, { Minutes: 60 })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await remove(Id)
})

story('a persona: its schedule, a pause, and more time', async () => {
  await remove(bedtime)
  const Schedules = [{ Days: EVERY_DAY, Start: '16:00', End: '17:00' }]
  await router.api('/parentalControls/personas', { Name: 'kids', Schedules })
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  clock.set('2026-11-24T16:30:00')
  await untilPhone(false)
  assert.match(await explained(), /the schedule kids until 17:00/)
  const usage = (await router.api('/parentalControls/extend', { Tag: 'kids', Minutes: 10 })) as Record<string, unknown>
  assert.deepEqual((usage['persona:kids'] as { Blocked: boolean }).Blocked, false)
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
  await router.api('/parentalControls/pause', { Tag: 'kids', Minutes: 5 })
  assert.ok(!(await phone.reaches(HOSTS[0]!, ECHO_PORT)))
  await router.api('/parentalControls/personas', { Name: 'kids' }, 'DELETE')
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})
