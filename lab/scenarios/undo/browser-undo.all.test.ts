import assert from 'node:assert/strict'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { groupTexts } from '../../../web/texts/home/groups.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { violationsOn } from '../../browser/axe.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { photograph } from '../../browser/picture.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

/** What the owner has just changed is undone with the button of the message that follows. */
const { story, page, enter, visit, button, row, words, undoOf, flip, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  camera: { wired: true, Policies: ['wan', 'dns'], Groups: ['garden'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['garden'] },
})

const ADS = 'http://lists.test/ads.txt'
const TRACKER = 'tracker.ads.test'
const internet = page.getByRole('switch', { name: texts.policies.wan.title })
/** Undoes the latest change: the message of the one before may be shown for a moment longer. */
const undo = () => saved(() => button(texts.shell.undo).last().click())
type Api = { api(path: string, body?: unknown): Promise<unknown> }
const devicesOf = async (router: Api) =>
  (await router.api('/devices')) as Record<string, { Name: string; Groups: string[]; PSKEntry: object }>

story('the message is readable on a phone, and offers the latest change only', async ({ camera }) => {
  await enter('/admin/devices', texts.devices.title)
  await visit(`/admin/devices/${camera.mac}`)
  const found: string[] = []
  for (const look of LOOKS) {
    await put(page, look)
    for (let changes = 0; changes < 2; changes++) await saved(() => internet.click())
    await until('one message', async () => (await button(texts.shell.undo).count()) === 1)
    await photograph(page, `undo-${look.name}`)
    found.push(...(await violationsOn(page)).map((violation) => `${look.name}: ${violation}`))
  }
  await put(page, LOOKS[0])
  assert.deepEqual(found, [])
  assert.ok(await camera.reaches(WEB, 80))
})

story(
  'what another session has changed since stays',
  async ({ router, camera }) => {
    await visit(`/admin/devices/${camera.mac}`)
    await saved(() => internet.click())
    await words(undoTexts.saved).waitFor()
    await router.api(`/device?identity=${camera.mac}`, { Policies: ['dns', 'lan'] })
    await undoOf(undoTexts.saved).click()
    await words(undoTexts.changedAgain).waitFor()
    assert.ok(!(await camera.reaches(WEB, 80)))
    await router.api(`/device?identity=${camera.mac}`, { Policies: ['wan', 'dns'] })
  },
  [/^PUT \/undo 409$/],
)

const DELETED = /^GET \/plugins\/lookup\/classification\/.* 404$/

story(
  'a deleted device: it comes back with its passphrase, groups and access',
  async ({ router, phone }) => {
    const before = (await devicesOf(router))[phone.mac]
    await visit(`/admin/devices/${phone.mac}`)
    await button(deviceTexts.remove).click()
    await saved(() => button(deviceTexts.removeConfirm).click())
    await words(deviceTexts.removed('phone')).waitFor()
    assert.equal((await devicesOf(router))[phone.mac], undefined)
    assert.ok(!(await phone.reaches(WEB, 80)))
    await undo()
    await row('phone').waitFor()
    const after = (await devicesOf(router))[phone.mac]
    assert.deepEqual([after?.Name, after?.Groups, after?.PSKEntry], ['phone', ['garden'], before?.PSKEntry])
    // The station was disconnected, and joins with the passphrase that it has.
    await phone.leave()
    await phone.join()
    assert.ok(await phone.reaches(WEB, 80))
  },
  [DELETED],
)

story('a deleted group comes back with its devices', async ({ router, camera }) => {
  await visit('/admin/groups')
  const card = page.getByRole('region', { name: 'garden', exact: true })
  await card.getByRole('button', { name: groupTexts.remove }).click()
  const question = page.getByRole('dialog', { name: groupTexts.removeTitle('garden') })
  await saved(() => question.getByRole('button', { name: groupTexts.removeConfirm }).click())
  await card.waitFor({ state: 'detached' })
  assert.deepEqual((await devicesOf(router))[camera.mac]?.Groups, [])
  await undo()
  await card.waitFor()
  assert.deepEqual((await devicesOf(router))[camera.mac]?.Groups, ['garden'])
})

story(
  'a renamed group has its former name again, although the change took several calls',
  async ({ router, phone }) => {
    const toys = { Interface: 'br-toys', SrcIP: '172.18.0.0/16', Policies: [], Groups: ['garden'] }
    await router.api('/firewall/custom_interface', toys)
    const config = async () =>
      (await router.api('/firewall/config')) as { CustomInterfaceRules: { Groups: string[] }[] }
    const groupsOfToys = async () => (await config()).CustomInterfaceRules.flatMap(({ Groups }) => Groups)
    await visit('/admin/groups')
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    await card('garden').getByRole('button', { name: groupTexts.rename }).click()
    await page.getByRole('textbox', { name: groupTexts.newNameOf }).fill('yard')
    await page.getByRole('dialog').getByRole('button', { name: groupTexts.save }).click()
    await card('garden').waitFor({ state: 'detached' })
    await words(undoTexts.saved).waitFor()
    assert.deepEqual(await groupsOfToys(), ['yard'])
    await undo()
    await words(undoTexts.undone).last().waitFor()
    assert.deepEqual(await groupsOfToys(), ['garden'])
    await card('garden').waitFor()
    await card('yard').waitFor({ state: 'detached' })
    assert.deepEqual((await devicesOf(router))[phone.mac]?.Groups, ['garden'])
  },
)

story('a block list that was switched off blocks again', async ({ router, camera }) => {
  await router.api('/plugins/dns/block/blocklists', { URI: ADS, Enabled: true, Tags: [] })
  await until('the list', async () => (await camera.resolves(TRACKER)).length === 0)
  await visit('/admin/dns')
  await saved(() => flip(page.getByRole('switch', { name: dnsTexts.list.use('ads.txt (lists.test)') })))
  await until('the internet', async () => (await camera.resolves(TRACKER)).join() === WEB)
  await undo()
  await until('the list', async () => (await camera.resolves(TRACKER)).length === 0)
})

story('a ready-made alert that was switched on is gone again', async ({ router }) => {
  const count = async () => ((await router.api('/alerts')) as object[]).length
  const before = await count()
  await visit('/admin/alerts/rules')
  const unknown = page.getByRole('switch', { name: /^Unknown device/ })
  await saved(() => unknown.check())
  assert.equal(await count(), before + 1)
  await undo()
  await until('the rules', async () => (await count()) === before)
  const on = page.getByRole('switch', { name: /^Unknown device/, checked: true })
  await until('the switch', async () => (await on.count()) === 0)
})
