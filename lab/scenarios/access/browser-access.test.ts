import assert from 'node:assert/strict'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { againTexts } from '../../../web/texts/dialog.ts'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'
import { FOREIGN_SITE, startForeignSite } from './browser-access.fixture.ts'

/** Access in the app: sessions, and an undone change. */
const { story, ...app } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'] },
})
const { page, visit, signIn, field, button, heading, words, saved } = app

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
  const internet = page.getByRole('switch', { name: texts.policies.wan.title })
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
