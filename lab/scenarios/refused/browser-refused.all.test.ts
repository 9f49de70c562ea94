import assert from 'node:assert/strict'
import { refusedTexts as texts } from '../../../web/texts/firewall/refused.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { openSetClock, type SetClock } from '../../home/setclock.ts'
import { until } from '../../process/until.ts'

/** Refused connections in the app: why, allow, and allow for an hour. */
const { story, page, enter, visit, button, heading, words, saved, undoOf } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    camera: { Policies: ['dns'] },
    tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
    printer: { wired: true, Policies: [], listens: [9100] },
  },
  { minuteMs: 1000 },
)
let clock: SetClock
const WWW = texts.at('www.test', texts.port('tcp', 80))
const echo = (ip: string): string => texts.at(ip, texts.port('tcp', ECHO_PORT))

/** The answer to *Why?* for a time. */
const answer = (time: string, hasText: RegExp) =>
  page.locator('dt', { hasText: time }).locator('xpath=following-sibling::dd[1]').filter({ hasText })

const look = (name: string): Promise<void> => inspect(page, name)

const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
/** The clock of the router at first. */
const START = '2026-11-23T12:00:00'

story('a refused connection of a device is listed by its reason, live', async (home) => {
  const { router, camera } = home
  clock = openSetClock(home, 'Etc/UTC')
  clock.set(START)
  await router.kill()
  await router.start(clock.variables)
  await router.uplinkAddress()
  await page.clock.setSystemTime(clock.unix(START) * 1000)
  await put(page, LOOKS[0])
  await enter('/', 'Home')
  await visit(`/admin/devices/${camera.mac}/refused`)
  await words(texts.empty).waitFor()
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.ok(!(await camera.reaches(WEB, 80)))
  await heading(texts.reasons['nft:drop:forward']!).waitFor()
  await button(texts.about(texts.why, WWW)).click()
  for (const time of [texts.whyThen, texts.whyNow])
    await answer(time, /^What camera sends to 81\..* is refused: it has no policy.*\.$/).waitFor()
  await look('refused-device')
})

story(
  'it is allowed for an hour: exactly this passes, and is refused again after the hour',
  async ({ camera, router }) => {
    await button(texts.about(texts.hour, WWW)).click()
    await words(
      texts.dialog.rule('camera', 'TCP port 80', texts.dialog.domain('www.test', WEB), texts.dialog.hour),
    ).waitFor()
    await inDialog(texts.hour).isEnabled()
    assert.ok(!(await camera.reaches(WEB, 80)), 'nothing changes before it is confirmed')
    await look('refused-allow')
    await saved(() => inDialog(texts.hour).click())
    await words(/^Allowed until 13:0\d$/).waitFor()
    assert.ok(await camera.reaches(WEB, 80))
    assert.ok(!(await camera.reaches(WEB, 81)), 'no other port')
    assert.ok(!(await camera.reaches(HOSTS[0]!, ECHO_PORT)), 'no other destination')
    const [rule] = (await router.api('/plugins/pfw/rules')) as unknown as { Until: number }[]
    clock.pass(new Date((rule!.Until - 3) * 1000).toISOString().slice(0, 19))
    assert.ok(await camera.reaches(WEB, 80))
    await until('the end of the hour', async () => !(await camera.reaches(WEB, 80)), 8000)
    await button(texts.about(texts.hour, WWW)).waitFor()
  },
)

story('a permission is undone, and removed later', async ({ camera }) => {
  await button(texts.about(texts.allow, WWW)).click()
  await saved(() => inDialog(texts.allow).click())
  await words(texts.allowed('')).waitFor()
  assert.ok(await camera.reaches(WEB, 80))
  await saved(() => undoOf(texts.isAllowed('camera', 'www.test', false)).click())
  await until('the undo', async () => !(await camera.reaches(WEB, 80)))
  await button(texts.about(texts.allow, WWW)).click()
  await saved(() => inDialog(texts.allow).click())
  assert.ok(await camera.reaches(WEB, 80))
  await saved(() => button(texts.about(texts.end, WWW)).click())
  assert.ok(!(await camera.reaches(WEB, 80)))
})

story('a schedule is named in the list, and one connection is permitted despite it', async ({ tablet, router }) => {
  const When = { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }] }
  const bedtime = { Name: 'Bedtime', When, Do: { Kind: 'block' } }
  await router.api('/plugins/pfw/rules', bedtime)
  await visit('/admin/firewall/refused')
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await heading(texts.rule.schedule('Bedtime')).waitFor()
  const what = texts.to('tablet', echo(HOSTS[0]!))
  await button(texts.about(texts.why, what)).click()
  await answer(texts.whyThen, /it is blocked by the schedule Bedtime/).waitFor()
  await look('refused')
  const [{ Id: rule }] = (await router.api('/plugins/pfw/rules')) as unknown as [{ Id: string }]
  await router.api(`/plugins/pfw/rules/${rule}`, undefined, 'DELETE')
  await answer(texts.whyNow, /^tablet may open this/i).waitFor()
  await answer(texts.whyThen, /it is blocked by the schedule Bedtime/).waitFor()
  await look('refused-past')
  await router.api('/plugins/pfw/rules', bedtime)
  await button(texts.about(texts.hour, what)).click()
  await saved(() => inDialog(texts.hour).click())
  await button(texts.about(texts.end, what)).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  assert.ok(!(await tablet.reaches(HOSTS[1]!, ECHO_PORT)))
})

story(
  'a pause and a device of the home: the permission is for its port',
  async ({ tablet, camera, printer, router }) => {
    await router.api('/plugins/pfw/pause', { Devices: [tablet.mac], Minutes: 30 })
    assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)), 'a pause precedes the permission')
    await heading('Pause').waitFor()
    assert.ok(!(await camera.reaches(printer, 9100)))
    const what = texts.to('camera', texts.at('printer', texts.port('tcp', 9100)))
    await button(texts.about(texts.allow, what)).click()
    await saved(() => inDialog(texts.allow).click())
    await button(texts.about(texts.end, what)).waitFor()
    assert.ok(await camera.reaches(printer, 9100))
  },
)

story('for a block that no rule can override, the list offers no permission', async ({ desk, router }) => {
  await visit('/admin/firewall/refused')
  const block = { Protocol: 'tcp', SrcIP: await desk.address(), DstIP: HOSTS[3], DstPort: String(ECHO_PORT) }
  await router.api('/firewall/block_forward', block)
  assert.ok(!(await desk.reaches(HOSTS[3]!, ECHO_PORT)))
  await heading(texts.reasons['nft:drop:block']!).waitFor()
  const what = texts.to('desk', echo(HOSTS[3]!))
  await button(texts.about(texts.why, what)).click()
  await answer(texts.whyThen, /forbids it\.$/).waitFor()
  assert.equal(await button(texts.about(texts.allow, what)).count(), 0)
})

story('a blocked domain is permitted for one device', async ({ tablet, router }) => {
  await router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'www.test', ClientIP: '*' })
  await visit(`/admin/devices/${tablet.mac}/refused`)
  await page.getByRole('radiogroup', { name: texts.show }).getByText(texts.views.names).click()
  assert.notDeepEqual(await tablet.resolves('www.test'), [WEB])
  await heading(texts.reasons['dns:block:event']!).waitFor()
  await look('refused-names')
  await button(texts.about(texts.hour, 'www.test')).click()
  await words(texts.dialog.name('tablet', 'www.test', texts.dialog.hour)).waitFor()
  await saved(() => inDialog(texts.hour).click())
  await words(/^www\.test is allowed for tablet\./).waitFor()
  assert.deepEqual(await tablet.resolves('www.test'), [WEB])
  await words(/^Allowed until /).waitFor()
  await look('refused-names-allowed')
  await saved(() => button(texts.about(texts.end, 'www.test')).click())
  assert.notDeepEqual(await tablet.resolves('www.test'), [WEB])
  await button(texts.about(texts.hour, 'www.test')).waitFor()
})
