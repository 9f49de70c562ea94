import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { ECHO_PORT, FAMILY_RESOLVER, HOSTS, RESOLVER, WEB } from '../../guests/addresses.ts'
import { openEvents } from '../../probes/listener.ts'
import { openPfw, untilClosed } from './pfw.fixture.ts'

/** What rules do, and for which devices. */
const { home, story, add, remove, explained, untilPhone, openDownload } = await openPfw()
const { router, phone, laptop, camera, tv, printer } = home

story('a rule for a network and ports leaves other destinations open', async () => {
  await home.gather()
  await router.uplinkAddress()
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
  assert.ok(await phone.reaches(CDN, ECHO_PORT), 'no device has queried this name yet')
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

story('connections to the internet are sent to a device of the home, by the form of existing clients', async () => {
  const IP = await printer.address()
  const forward = {
    ...{ RuleName: 'Cloud', Client: { Identity: camera.mac }, Protocol: 'tcp' },
    ...{ OriginalDst: { IP: HOSTS[0] }, OriginalDstPort: String(ECHO_PORT), Dst: { IP }, DstPort: '9100' },
  }
  await router.api('/plusToken/create', undefined, 'PUT')
  await router.api('/startPlusExtension', 'PFW')
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
  await router.api('/plugins/pfw/forward', forward)
  // It has no policy but dns, so the printer has answered.
  assert.ok(await camera.reaches(HOSTS[0]!, ECHO_PORT))
  assert.ok(!(await camera.reaches(HOSTS[0]!, 80)), 'other ports keep their destination')
  assert.ok(!(await camera.reaches(HOSTS[1]!, ECHO_PORT)), 'so do other addresses')
  assert.ok(!(await camera.reaches(printer, 9100)), 'the address itself is not opened')
  assert.ok(!(await tv.reaches(printer, 9100)))
  await router.api('/plugins/pfw/forward/0', {}, 'DELETE')
  assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)))
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
  await using events = await openEvents(router)
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

story('a limit of the rate holds for an open connection, and ends with the rule', async () => {
  await using download = await openDownload(5204)
  /** Megabits that arrive in some seconds. These are measured around both counts, so that a slow machine makes none more of them. */
  const arrive = async () => {
    const start = performance.now()
    const before = await download.bytes()
    await setTimeout(3000)
    const after = await download.bytes()
    return { megabits: ((after - before) * 8) / 1e6, seconds: (performance.now() - start) / 1000 }
  }
  const open = await arrive()
  assert.ok(open.megabits > 10 * open.seconds, `${JSON.stringify(open)} without a limit`)
  const { Id } = await add({ Name: 'Slow', When: { Tags: ['kids'] }, Do: { Kind: 'limit', DownMbit: 8 } })
  const limited = await arrive()
  // A burst of one second passes; a download that has waited a second has another one. Ethernet headers are not counted.
  assert.ok(limited.megabits <= 8 * (limited.seconds + 1), `${JSON.stringify(limited)} with a limit of 8`)
  assert.ok(limited.megabits > 4 * limited.seconds, `${JSON.stringify(limited)} with a limit of 8`)
  await remove(Id)
  const again = await arrive()
  assert.ok(again.megabits > 10 * again.seconds, `${JSON.stringify(again)} after it`)
})
