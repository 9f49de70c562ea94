import assert from 'node:assert/strict'
import packet from 'dns-packet'
import type { Locator } from 'playwright-core'
import { openAppStories } from '../../browser/app.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'

/**
 * Tasks of a new user of the app: with the texts on the screen, from the start page
 * on, and nothing typed into the address bar.
 */
/** The ports of printing: IPP, JetDirect and LPD. */
const PRINTING = [631, 9100, 515]

const { story, page, enter, field, choice, button, link, heading, row, words } = await openAppStories({
  desk: { wired: true, unknown: true },
  tv: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: [], listens: [...PRINTING, 22] },
  nas: { wired: true, Policies: [], listens: [80, 445, 8445] },
})
let newcomer: HouseholdDevice
const PHONE = 'Mum’s phone'
const AD = 'tracker.ads.test'

/** By keyboard: the message about the latest change may cover it. */
const press = (what: Locator): Promise<void> => what.press('Enter')

/** Opens a tab of a device's page. */
async function turnTo(device: string, part?: string): Promise<void> {
  await press(link('Devices'))
  await press(row(device).getByRole('link'))
  await heading(device).waitFor()
  if (part) await press(link(part))
}

story('a device is added', async (home) => {
  newcomer = await home.addDevice('newcomer', { unknown: true })
  await enter('/')
  await link('Devices').click()
  await link('Add device').click()
  await field('Device name').fill(PHONE)
  await button('Create passphrase').click()
  await words(`Waiting for ${PHONE} to join…`).waitFor()
  await newcomer.join()
  await words(`${PHONE} has joined`).waitFor()
  assert.ok(await newcomer.fetch('http://www.test/'))
})

story('the cause why the TV cannot reach the printer is found, and just that is allowed', async ({ tv, printer }) => {
  for (const port of PRINTING) assert.ok(!(await tv.reaches(printer, port)), `${port}`)
  await turnTo('tv', 'Reach')
  await choice('Other end').fill('printer')
  await page.keyboard.press('Escape')
  await choice('Service').selectOption('Printing')
  await press(button('Check'))
  await words('Blocked.').waitFor()
  await press(button('Allow only Printing at printer'))
  await words('Allowed.').waitFor()
  for (const port of PRINTING) assert.ok(await tv.reaches(printer, port), `${port}`)
  assert.ok(!(await tv.reaches(printer, 22)), 'only that')
  assert.ok(!(await printer.pings(tv)), 'one way')
})

story('services that the NAS announces are offered first, and only their ports are opened', async ({ tv, nas }) => {
  const data = { port: 8445, target: 'nas.local' }
  const answers = [{ type: 'SRV', name: 'nas._smb._tcp.local', ttl: 120, data } as const]
  await say(nas, '224.0.0.251:5353', packet.encode({ type: 'response', flags: packet.AUTHORITATIVE_ANSWER, answers }))
  await turnTo('tv', 'Reach')
  await choice('Other end').fill('nas')
  await page.keyboard.press('Escape')
  await words('nas announces: SMB').waitFor()
  assert.equal(await choice('Service').inputValue(), 'files')
  await press(button('Check'))
  await press(button('Allow only Shared files (SMB) at nas'))
  await words('Allowed.').waitFor()
  assert.ok(await tv.reaches(nas, 8445))
  assert.ok(!(await tv.reaches(nas, 445)), 'only that')
  await press(button('Remove: Shared files (SMB) at nas'))
  await words('Blocked.').waitFor()
  assert.ok(!(await tv.reaches(nas, 8445)))
})

story(
  'an ad domain is blocked for one device',
  async ({ tv }) => {
    assert.notDeepEqual(await newcomer.resolves(AD), [])
    await turnTo(PHONE, 'Blocking')
    await press(button(`Block for ${PHONE}: ${AD}`))
    await until('a name that is gone', async () => (await newcomer.resolves(AD)).length === 0)
    assert.notDeepEqual(await tv.resolves(AD), [])
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 404$/],
)

story('a port is forwarded, and works from the internet', async ({ router, internet }) => {
  const uplink = await router.uplinkAddress()
  await press(link('Firewall'))
  await press(link('Add port forward'))
  await field('External port').fill('8080')
  await field('Device').fill('nas')
  await field('Port on the device').fill('80')
  await page
    .getByRole('status')
    .getByText(/can reach nas at TCP port 80/)
    .waitFor()
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
  await button('Add rule').click()
  await row('From the internet, TCP port 8080 is forwarded to nas, port 80.').waitFor()
  await press(row('is forwarded to nas').getByRole('link'))
  await words(`${uplink}:8080`).waitFor()
  await press(link('All rules'))
  assert.ok(await internet.neighbour.connects(uplink, 8080))
})

story(
  'all changes are undone',
  async ({ router, internet, tv, printer }) => {
    const uplink = await router.uplinkAddress()
    await press(row('is forwarded to nas').getByRole('link'))
    await press(button('Delete rule'))
    await press(button('Delete'))
    await page.getByText('No ports are forwarded').first().waitFor()
    assert.ok(!(await internet.neighbour.connects(uplink, 8080)))

    await turnTo(PHONE, 'Blocking')
    await press(button(`Remove the rule for ${AD}`))
    await until('a name that is back', async () => (await newcomer.resolves(AD)).length > 0)

    await turnTo('tv', 'Reach')
    await choice('Other end').fill('printer')
    await page.keyboard.press('Escape')
    await choice('Service').selectOption('Printing')
    await press(button('Check'))
    await words('Allowed.').waitFor()
    await press(button('Remove this permission'))
    await words('Blocked.').waitFor()
    for (const port of PRINTING) assert.ok(!(await tv.reaches(printer, port)), `${port}`)

    await turnTo(PHONE)
    await press(button('Delete device'))
    await press(button('Delete'))
    await words(`${PHONE} deleted.`).waitFor()
    assert.equal(await newcomer.fetch('http://www.test/'), undefined)

    const { Endpoints, ForwardingRules } = (await router.api('/firewall/config')) as Record<string, unknown[]>
    assert.deepEqual([Endpoints, ForwardingRules], [[], []])
    const { OverrideLists } = (await router.api('/plugins/dns/block/config')) as {
      OverrideLists: { BlockDomains: unknown[]; PermitDomains: unknown[] }[]
    }
    assert.deepEqual(
      OverrideLists.flatMap(({ BlockDomains, PermitDomains }) => [...BlockDomains, ...PermitDomains]),
      [],
    )
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 404$/],
)
