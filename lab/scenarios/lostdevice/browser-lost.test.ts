import assert from 'node:assert/strict'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { lostTexts as texts } from '../../../web/texts/home/lostdevice.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS } from '../../browser/looks.ts'

/** The owner ends all access of a stolen phone. */
const { story, page, enter, button, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
})
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const ofPhone = () => page.getByRole('checkbox', { name: /^admin: 192\.168\.2\./ })
const SIGN_IN = ['-s', '-m', '10', '-u', 'admin:open sesame', '-X', 'PUT', 'http://192.168.2.1/session']

story('the dialog lists what will end, with the sessions of the phone checked', async ({ phone, router }) => {
  assert.equal((await phone.try('curl', ...SIGN_IN)).code, 0)
  await router.api('/session', {}, 'PUT')
  await enter(`/admin/devices/${phone.mac}`, 'phone')
  await button(deviceTexts.lost).click()
  await words(texts.passphrase).waitFor()
  assert.ok(await ofPhone().isChecked())
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 1)
  await inspect(page, 'lost-question', [LOOKS[0].name, LOOKS[2].name])
})

story('it lists what has ended, and offers no undo', async ({ phone, router }) => {
  await inDialog(texts.confirm).click()
  await heading(texts.doneTitle).waitFor()
  await words(texts.done.session('admin')).waitFor()
  await words(texts.done.passphrase()).waitFor()
  await inspect(page, 'lost-result', [LOOKS[0].name, LOOKS[2].name])
  const sessions = (await router.api('/sessions')) as { Agent: string; Device: string }[]
  assert.ok(!sessions.some(({ Device }) => Device === 'phone'))
  await inDialog(texts.close).click()
  await heading('phone').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.ok(await phone.address())
})
