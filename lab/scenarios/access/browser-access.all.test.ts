import assert from 'node:assert/strict'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { againTexts } from '../../../web/texts/dialog.ts'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { FOREIGN_SITE, startForeignSite } from './browser-access.fixture.ts'

const words = accessTexts.sessions
const { story, page, visit, signIn, heading, button } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
})

const rowIn = (where: typeof page) =>
  where.getByRole('region', { name: words.title, exact: true }).getByRole('listitem')

const look = (name: string): Promise<void> => inspect(page, `access-${name}`)

/** Another browser, such as that of a phone, signed in with the password. */
async function otherBrowser(isKept: boolean) {
  const context = await page.context().browser()!.newContext({ userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1' })
  const other = await context.newPage()
  await other.goto(`${ROUTER}/admin/system/access`)
  await other.getByRole('textbox', { name: texts.login.user, exact: true }).fill('admin')
  await other.getByRole('textbox', { name: texts.login.password, exact: true }).fill('open sesame')
  if (isKept) await other.getByRole('checkbox', { name: texts.login.keep }).check()
  await other.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await other.getByRole('heading', { name: words.title, exact: true }).waitFor()
  return other
}

story('the sign-in page fits on every screen', async () => {
  await visit('/')
  await heading(texts.login.title).waitFor()
  await look('sign-in')
  await signIn()
  await heading(texts.shell.start).waitFor()
})

story('a link of another site opens the app, although the browser sends no session with it', async ({ desk }) => {
  await using _server = await startForeignSite(desk)
  const tab = await page.context().newPage()
  await tab.goto(FOREIGN_SITE)
  const opened = tab.waitForResponse(`${ROUTER}/admin/devices`)
  await tab.getByRole('link').click()
  const response = await opened
  assert.doesNotMatch((await response.request().allHeaders()).cookie ?? '', /sallyport/)
  assert.match(await response.text(), /type="password"/)
  await tab.getByRole('heading', { name: texts.devices.title, exact: true }).waitFor()
  assert.equal(await tab.getByText(texts.login.hint, { exact: true }).count(), 0)
  await tab.close()
})

story('what is typed before the scripts have loaded is kept, and sent by them alone', async () => {
  const context = await page.context().browser()!.newContext()
  const slow = await context.newPage()
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  await slow.route('**/assets/signin-*.js', async (route) => {
    await loaded
    await route.continue()
  })
  await slow.goto(`${ROUTER}/admin/devices`, { waitUntil: 'commit' })
  const password = slow.getByRole('textbox', { name: texts.login.password, exact: true })
  await password.fill('open sesame')
  await password.press('Enter')
  const submit = slow.getByRole('button', { name: texts.login.submit, exact: true })
  assert.ok(await submit.isDisabled())
  assert.equal(slow.url(), `${ROUTER}/admin/devices`)
  load()
  await submit.and(slow.locator(':enabled')).click()
  await slow.getByRole('heading', { name: texts.devices.title, exact: true }).waitFor()
  await context.close()
})

story(
  'a browser that stays signed in survives its restart and that of the router, until it is signed out elsewhere',
  async ({ router }) => {
    const phone = await otherBrowser(true)
    const state = await phone.context().storageState()
    await phone.context().close()
    await router.kill()
    await router.start()
    const context = await page.context().browser()!.newContext({ storageState: state })
    const again = await context.newPage()
    await again.goto(`${ROUTER}/admin/system/access`)
    await rowIn(again).nth(1).waitFor()

    await visit('/admin/system/access')
    const row = rowIn(page).filter({ hasText: 'Safari on iPhone' })
    assert.match((await row.textContent()) ?? '', /desk · 192\.168\.2\.\d+.*Last used this minute/)
    await row.getByRole('button').click()
    await row.waitFor({ state: 'detached' })
    await rowIn(page).filter({ hasText: words.here }).waitFor()
    await again.reload()
    await again.getByRole('heading', { name: texts.login.title, exact: true }).waitFor()
    await context.close()
  },
  [/^WebSocket/, /ERR_/, /401$/],
)

story('signing out the other sessions leaves this browser signed in', async () => {
  const [phone, laptop] = [await otherBrowser(false), await otherBrowser(true)]
  await visit('/admin/system/access')
  await rowIn(page).nth(2).waitFor()
  await look('sessions')
  await button(words.signOutOthers).click()
  await page.getByRole('dialog').getByRole('button', { name: words.signOutOthers, exact: true }).click()
  await rowIn(page).nth(1).waitFor({ state: 'detached' })
  for (const other of [phone, laptop]) {
    await other.reload()
    await other.getByRole('heading', { name: texts.login.title, exact: true }).waitFor()
    await other.context().close()
  }
  await page.reload()
  await rowIn(page).filter({ hasText: words.here }).waitFor()
})

story(
  'instead of the password, the dialog opens the sign-in page',
  async ({ router }) => {
    await visit('/admin/add-device')
    await page.getByText(texts.shell.live, { exact: true }).waitFor()
    await router.ask({ method: 'DELETE', path: '/sessions' })
    const dialog = page.getByRole('dialog', { name: againTexts.title, exact: true })
    await dialog.waitFor()
    await look('again')
    await dialog.getByRole('button', { name: texts.shell.signOut, exact: true }).click()
    await heading(texts.login.title).waitFor()
    await signIn()
    await heading(addTexts.title).waitFor()
    await visit('/admin/system/access')
  },
  [/401$/, /^WebSocket/],
)

story(
  'a new password ends the other sessions and keeps this one',
  async ({ router }) => {
    const phone = await otherBrowser(true)
    await button(accessTexts.password.change).click()
    await page.getByRole('textbox', { name: accessTexts.password.current, exact: true }).fill('open sesame')
    for (const name of [accessTexts.password.next, setupTexts.again])
      await page.getByRole('textbox', { name, exact: true }).fill('a better password')
    await button(accessTexts.password.submit).click()
    await page.getByText(accessTexts.password.done, { exact: true }).waitFor()
    router.login = 'admin:a better password'
    await phone.reload()
    await phone.getByRole('heading', { name: texts.login.title, exact: true }).waitFor()
    await phone.context().close()
    await page.reload()
    await rowIn(page).filter({ hasText: words.here }).waitFor()
  },
  [/^GET \/sessions 401$/],
)
