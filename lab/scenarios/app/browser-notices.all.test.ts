import assert from 'node:assert/strict'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { openAppStories } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { until } from '../../process/until.ts'

/** Notifications do not cover the next action: the buttons that submit a form, on a phone and on a desktop. */
const { story, page, enter, visit, open, field, undoOf } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tv: { Policies: ['dns'] },
})

const SCREENS = [
  ...[
    '/admin/add-device',
    '/admin/schedules/edit',
    '/admin/schedules/rules/edit',
    '/admin/alerts/rule',
    '/admin/firewall/forwards',
  ],
  ...['/admin/dns/settings', '/admin/dns/check', '/admin/dns/names', '/admin/devices/kinds/rule'],
  ...['/admin/system/access', '/admin/system/users', '/admin/system/backup', '/admin/system/integrations'],
  ...[
    '/admin/system/notifications/target',
    '/admin/add-plugin',
    '/admin/vpn/tunnel',
    '/admin/vpn/exit',
    '/admin/vpn/site',
  ],
]
const SUBMITS = 'main button[type=submit]:visible'
const notices = () => page.getByRole('alert')

/** Restarts the time of the notification: it does not end while its button has the focus. */
const hold = () => undoOf(undoTexts.saved).focus()

/** Scrolls the button with a number to the place where the notification is. */
const scrollBelow = (number: number) =>
  page.evaluate<void>(`{
    const middle = (element) => { const { top, height } = element.getBoundingClientRect(); return top + height / 2 }
    const button = [...document.querySelectorAll('main button[type=submit]')].filter((one) => one.checkVisibility())[${number}]
    const notice = document.querySelector('[role=alert]')
    if (button && notice) scrollBy({ top: middle(button) - middle(notice), behavior: 'instant' })
  }`)
/** Whether the notification is in the upper half of the screen. */
const isAbove = () =>
  page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.querySelector('[role=alert]').getBoundingClientRect()
    return top + bottom < innerHeight
  })()`)
/** What is at the middle of that button. */
const stateOf = (number: number) =>
  page.evaluate<'covered' | 'free'>(`(() => {
    const button = [...document.querySelectorAll('main button[type=submit]')].filter((one) => one.checkVisibility())[${number}]
    if (!button) return 'free'
    const { left, top, width, height } = button.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role=alert]') ? 'covered' : 'free'
  })()`)

async function show(mac: string): Promise<void> {
  await visit(`/admin/devices/${mac}`)
  const name = field(deviceTexts.name)
  await name.fill(`tv ${Date.now() % 1000}`)
  await name.press('Enter')
  await undoOf(undoTexts.saved).waitFor()
}

for (const look of [LOOKS[0], LOOKS[2]])
  story(`no button that submits a form is covered: ${look.name}`, async ({ tv }) => {
    await put(page, look)
    if (look === LOOKS[0]) {
      await enter('/', 'Home')
    }
    await show(tv.mac)
    let tried = 0
    const halves = new Set([await isAbove()])
    for (const path of SCREENS) {
      await hold()
      await open(path)
      await page.evaluate('document.activeElement.blur()')
      for (let number = 0; number < (await page.locator(SUBMITS).count()); number++) {
        await scrollBelow(number)
        await until(`${path}: a free button`, async () => (await stateOf(number)) === 'free', 5000)
        tried += 1
        halves.add(await isAbove())
      }
      assert.equal(await notices().count(), 1, `${path}: the notification is shown`)
    }
    assert.ok(tried >= 8, `${tried} buttons`)
    assert.equal(halves.size, 2, 'the notification was in the way of a button, and moved')
  })
