import assert from 'node:assert/strict'
import { pfw } from '../../../router/model/firewall/rules/contract.ts'
import { POLICY_TITLES } from '../../../router/model/home/devices/title.ts'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { usersTexts } from '../../../web/texts/access/users.ts'
import { againTexts } from '../../../web/texts/dialog.ts'
import { addTexts } from '../../../web/texts/home/add.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS, WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'
import { callAs, enter, PASSWORD, REFUSED } from '../users/browser-users.fixture.ts'
import { FOREIGN_SITE, startForeignSite } from './browser-access.fixture.ts'

/** Access in the app: sessions, an undone change, and users with roles on a phone. */
const { story, ...app } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], Groups: ['children'] },
  laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
})
const { page, visit, signIn, field, choice, button, heading, row, words, saved } = app

story('a new tab and a link open signed in', async () => {
  await visit('/')
  await heading(texts.login.title).waitFor()
  const tab = await page.context().newPage()
  await tab.goto(`${ROUTER}/admin/devices`)
  await tab.getByRole('heading', { name: texts.login.title, exact: true }).waitFor()
  await signIn()
  await heading(texts.shell.start).waitFor()
  // The other tab continues where it was.
  await tab.getByRole('heading', { name: texts.devices.title, exact: true }).waitFor()
  await tab.goto(`${ROUTER}/admin/devices`)
  await tab.getByRole('heading', { name: texts.devices.title, exact: true }).waitFor()
  await tab.getByText(texts.shell.live, { exact: true }).waitFor()
  await tab.close()
})

story(
  'pages of other origins cannot use the session',
  async ({ desk }) => {
    const server = await startForeignSite(desk)
    const foreign = await page.context().newPage()
    await foreign.goto(FOREIGN_SITE)
    const fetched = (path: string, init: object) =>
      foreign.evaluate<number>(`fetch('${ROUTER}${path}', ${JSON.stringify(init)}).then(({ status }) => status)`)
    assert.equal(await fetched('/openapi.json', {}), 200)
    const csrf = await page.evaluate<string>(`JSON.parse(localStorage.getItem('sallyport.session')).csrf`)
    const sent = foreign.waitForRequest((request) => request.url() === `${ROUTER}/devices`)
    assert.equal(await fetched('/devices', { mode: 'no-cors', credentials: 'include' }), 0)
    assert.equal((await (await sent).allHeaders()).cookie, undefined)
    // Even a page that has learnt the CSRF token.
    await assert.rejects(fetched('/devices', { credentials: 'include', headers: { 'X-CSRF-Token': csrf } }), /fetch/)
    await foreign.close()
    await server.stop()
  },
  [/./],
)

story(
  'a session that ends while somebody edits asks for the password and keeps what was typed',
  async ({ router }) => {
    await visit('/admin/add-device')
    await page.getByText(texts.shell.live, { exact: true }).waitFor()
    await field(addTexts.name).fill('Tablet')
    await page.context().clearCookies()
    // A refreshed list may have opened the dialog already, which then covers the button.
    await button(addTexts.submit).dispatchEvent('click')
    const dialog = page.getByRole('dialog', { name: againTexts.title, exact: true })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    const password = dialog.getByRole('textbox', { name: texts.login.password, exact: true })
    await password.fill('not the password')
    await dialog.getByRole('button', { name: texts.login.submit, exact: true }).click()
    await dialog.getByText(texts.login.wrong).waitFor()
    await password.fill('open sesame')
    await dialog.getByRole('button', { name: texts.login.submit, exact: true }).click()
    await heading(addTexts.waiting('Tablet')).waitFor()
    await page.getByText(texts.shell.live, { exact: true }).waitFor()
    const names = Object.values((await router.api('/devices')) as Record<string, { Name: string }>).map(
      ({ Name }) => Name,
    )
    assert.ok(names.includes('Tablet'), 'the change is made once the password is right')
  },
  [/401$/, /^WebSocket/],
)

story('a change is undone: connections that it closed pass again', async ({ tablet }) => {
  const internet = page.getByRole('switch', { name: POLICY_TITLES.wan })
  await visit(`/admin/devices/${tablet.mac}`)
  assert.ok(await tablet.reaches(WEB, 80))
  await saved(() => internet.click())
  await words(undoTexts.saved).waitFor()
  assert.ok(!(await tablet.reaches(WEB, 80)))
  await saved(() => app.undoOf(undoTexts.saved).click())
  await words(undoTexts.undone).waitFor()
  assert.ok(await tablet.reaches(WEB, 80))
  await until('the switch', () => internet.isChecked())
  await button(texts.shell.undo).waitFor({ state: 'detached' })
})

story('an owner adds a parent and a viewer', async () => {
  await put(page, LOOKS[0])
  await visit('/admin/system/users')
  await row('admin').waitFor()
  for (const [name, role] of [
    ['robin', 'parent'],
    ['alex', 'viewer'],
  ] as const) {
    await button(usersTexts.add).click()
    await field(usersTexts.name).fill(name)
    await choice(usersTexts.role).selectOption(role)
    if (role === 'parent') await page.getByRole('checkbox', { name: 'children' }).check()
    await page.getByLabel(usersTexts.password, { exact: true }).fill(PASSWORD)
    await saved(() => button(usersTexts.save).click())
    await row(name).waitFor()
  }
})

story('a parent pauses a device of the group, and its traffic stops', async ({ tablet, laptop }) => {
  const reaches = (device: typeof tablet | typeof laptop) => device.reaches(HOSTS[0]!, ECHO_PORT)
  await enter(app, 'robin')
  await heading('tablet').waitFor()
  assert.equal(await heading('laptop').count(), 0)
  assert.deepEqual(await page.getByRole('navigation', { name: texts.shell.menu }).getByRole('link').allInnerTexts(), [
    texts.shell.start,
    texts.shell.account,
  ])
  assert.ok((await reaches(tablet)) && (await reaches(laptop)))
  await saved(() => button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).click())
  await button(scheduleTexts.pause.resumeOf('tablet')).waitFor()
  assert.ok(!(await reaches(tablet)))
  assert.ok(await reaches(laptop))
  await saved(() => button(scheduleTexts.pause.resumeOf('tablet')).click())
  await button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).waitFor()
  assert.ok(await reaches(tablet))
})

story(
  'a viewer reads, and changes nothing',
  async ({ laptop }) => {
    await enter(app, 'alex')
    await words(usersTexts.readOnly).waitFor()
    await visit('/admin/devices')
    await page.getByText('laptop').first().waitFor()
    assert.equal(await callAs(page, 'alex', 'PUT', pfw.pause.path, { Devices: [laptop.mac], Minutes: 30 }), 403)
    assert.equal(await callAs(page, 'alex', 'GET', '/backup'), 403)
    assert.equal(await callAs(page, 'alex', 'GET', '/devices'), 200)
    assert.ok(await laptop.reaches(HOSTS[0]!, ECHO_PORT))
  },
  REFUSED,
)

story(
  'a user who is removed is signed out',
  async ({ router }) => {
    await router.api('/users/alex', undefined, 'DELETE')
    await visit('/admin/devices')
    await button(texts.login.submit).waitFor()
    assert.equal(await callAs(page, 'alex', 'GET', '/devices'), 401)
  },
  REFUSED,
)
