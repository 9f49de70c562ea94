import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pfw } from '../../../router/model/firewall/rules/contract.ts'
import { parental } from '../../../router/model/home/schedules/contract.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { usersTexts as words } from '../../../web/texts/access/users.ts'
import { againTexts } from '../../../web/texts/dialog.ts'
import { refusedTexts } from '../../../web/texts/firewall/refused.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { untilLoaded } from '../../browser/loaded.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { callAs, ENDED, enter, PASSWORD, REFUSED } from './browser-users.fixture.ts'

/** What a parent and a viewer see and do in the app. Adding them: browser-users.test.ts. */
const { story, ...app } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], Groups: ['children'], DeviceTags: ['screen', 'persona:kim'] },
  laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
})
const { page, visit, signIn, field, choice, button, link, heading, row, saved } = app
const ROUTER_ADDRESS = '192.168.2.1'
const ALWAYS = { Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }
interface Rule {
  readonly Id: string
}

/** Inspects the page, and leaves it as on a phone. */
async function look(name: string): Promise<void> {
  await inspect(page, name)
  await put(page, LOOKS[0])
}

story('the list of users and the form of a new one fit on every screen', async ({ router }) => {
  await put(page, LOOKS[0])
  await visit('/')
  await signIn()
  await heading(texts.shell.start).waitFor()
  await router.api('/users/robin', { Role: 'parent', Groups: ['children'], Password: PASSWORD })
  await router.api('/users/alex', { Role: 'viewer', Password: PASSWORD })
  await visit('/admin/system/users')
  await row('robin').waitFor()
  await look('users')
  await button(words.add).click()
  await field(words.name).fill('sam')
  await choice(words.role).selectOption('parent')
  await page.getByRole('checkbox', { name: 'children' }).check()
  await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
  await look('user-add')
  await page.keyboard.press('Escape')
})

story(
  'the page of a parent fits on every screen',
  async () => {
    await visit('/admin/devices')
    await enter(app, 'robin')
    await heading('tablet').waitFor()
    await look('parent-home')
    await saved(() => button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).click())
    await button(scheduleTexts.pause.resumeOf('tablet')).waitFor()
    await look('parent-paused')
    await saved(() => button(scheduleTexts.pause.resumeOf('tablet')).click())
  },
  ENDED,
)

story('a parent grants an hour during a bedtime, for its own device alone', async ({ router, tablet, laptop }) => {
  const reaches = (device: typeof tablet | typeof laptop) => device.reaches(HOSTS[0]!, ECHO_PORT)
  const When = { Groups: ['children', 'family'], Times: [ALWAYS] }
  await router.api(pfw.add.path, { Name: 'Bedtime', When, Do: { Kind: 'block' } }, 'PUT')
  assert.ok(!(await reaches(tablet)) && !(await reaches(laptop)))
  await page.reload()
  await saved(() => button(scheduleTexts.device.hour).click())
  await button(scheduleTexts.device.end).waitFor()
  await look('parent-hour')
  assert.ok(await reaches(tablet))
  assert.ok(!(await reaches(laptop)))
  const rules = (await router.api(pfw.rules.path)) as Rule[]
  await router.api(`${pfw.rules.path}/${rules[0]?.Id}`, undefined, 'DELETE')
  assert.ok(await reaches(laptop))
})

/** The names of the buttons that can be pressed on the page. */
const offered = (): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main button:enabled')]
    .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim())`)

/** Presses each button of the page, also those that appear then, waits for the answers, and returns the names. */
async function pressAll(): Promise<string[]> {
  const pressed: string[] = []
  for (;;) {
    await untilLoaded(page)
    const next = (await offered()).find((name) => !pressed.includes(name))
    if (next === undefined) return pressed
    await button(next).first().click()
    pressed.push(next)
  }
}

story('a parent is offered nothing that the router refuses', async ({ router, tablet, laptop }) => {
  const everyone = { Devices: [tablet.mac, laptop.mac], Times: [ALWAYS] }
  const added = (await router.api(pfw.add.path, { Name: 'Bedtime', When: everyone, Do: { Kind: 'block' } })) as Rule
  await router.api(`${pfw.rules.path}/${added.Id}/extend`, { Minutes: 60 })
  await router.api(parental.save.path, { Name: 'Kim', Tag: 'persona:kim', Schedules: [ALWAYS] })
  await router.api('/plugins/wireguard/peer', {})
  const all = (await router.api('/devices')) as Record<string, { WGPubKey: string }>
  const [peer] = Object.entries(all).find(([, { WGPubKey }]) => WGPubKey !== '') ?? []
  await router.api(`/device?identity=${encodeURIComponent(peer!)}`, { Name: 'school', Groups: ['children'] })
  await router.api('/device?identity=pending', { Name: 'waiting', Groups: ['children'], PSKEntry: { Type: 'sae' } })
  assert.ok(!(await tablet.reaches(ROUTER_ADDRESS, 9)))
  await page.reload()
  await button(scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour)).waitFor()
  const pressed = await pressAll()
  for (const name of [scheduleTexts.pause.resumeOf('tablet'), scheduleTexts.device.more('Kim')])
    assert.ok(pressed.includes(name), `${name}: ${pressed.join()}`)
  for (const { Id } of (await router.api(pfw.rules.path)) as Rule[])
    await router.api(`${pfw.rules.path}/${Id}`, undefined, 'DELETE')
  await router.api(parental.remove.path, { Name: 'Kim' }, 'DELETE')
})

story('a parent sees what was refused to its own devices', async ({ tablet, laptop }) => {
  assert.ok(!(await tablet.reaches(ROUTER_ADDRESS, 9)))
  assert.ok(!(await laptop.reaches(ROUTER_ADDRESS, 9)))
  await page.reload()
  const refused = page.getByRole('region', { name: refusedTexts.title })
  await refused
    .getByRole('listitem')
    .filter({ hasText: refusedTexts.port('tcp', 9) })
    .waitFor()
  assert.ok((await refused.innerText()).includes('tablet'))
  assert.ok(!(await refused.innerText()).includes('laptop'))
  // It may read why, which is stored, and change nothing.
  for (const text of await refused.getByRole('button').allInnerTexts()) assert.equal(text, refusedTexts.why)
  await look('parent-refused')
})

story(
  'a parent can neither pause another device nor open other pages',
  async ({ laptop }) => {
    const identity = laptop.mac
    assert.equal(await callAs(page, 'robin', 'PUT', pfw.pause.path, { Devices: [identity], Minutes: 30 }), 403)
    assert.equal(await callAs(page, 'robin', 'PUT', pfw.pause.path, { Groups: ['family'], Minutes: 30 }), 403)
    assert.equal(await callAs(page, 'robin', 'PUT', pfw.pause.path, { Tags: ['x'], Minutes: 30 }), 403)
    assert.equal(await callAs(page, 'robin', 'DELETE', `/device?identity=${identity}`), 403)
    assert.equal(await callAs(page, 'robin', 'GET', `/plugins/dns/log/history/${await laptop.address()}`), 403)
    assert.ok(await laptop.reaches(HOSTS[0]!, ECHO_PORT))
    await visit('/admin/firewall/forwards')
    await heading(words.forbidden.title).waitFor()
    await look('forbidden')
    await link(words.forbidden.home).click()
    await heading('tablet').waitFor()
    await link(texts.shell.account).click()
    await heading(words.account.title).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Chrome' }).first().waitFor()
    await look('account')
  },
  REFUSED,
)

const again = (where: Page) => where.getByRole('dialog', { name: againTexts.title, exact: true })
const nameIn = (where: Page) => again(where).getByRole('textbox', { name: texts.login.user, exact: true })
const pauseButton = (where: Page) =>
  where.getByRole('button', { name: scheduleTexts.pause.nameOf('tablet', scheduleTexts.pause.hour), exact: true })

/** Signs in in the dialog of a session that has ended. */
async function signInAgain(where: Page, password: string): Promise<void> {
  await again(where).getByRole('textbox', { name: texts.login.password, exact: true }).fill(password)
  await again(where).getByRole('button', { name: texts.login.submit, exact: true }).click()
}

story('when a session ends, the dialog is for its own user, and the new session remains one of 30 days', async () => {
  await button(texts.shell.signOut).click()
  await visit('/')
  await page.getByRole('checkbox', { name: texts.login.keep }).check()
  await field(texts.login.user).fill('robin')
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await heading('tablet').waitFor()
  await page.context().clearCookies()
  await pauseButton(page).dispatchEvent('click')
  await again(page).waitFor()
  assert.equal(await nameIn(page).inputValue(), 'robin')
  await again(page).locator('input[type=password]:focus').waitFor()
  await look('user-again')
  await signInAgain(page, PASSWORD)
  await button(scheduleTexts.pause.resumeOf('tablet')).waitFor()
  const [cookie] = await page.context().cookies()
  assert.ok(cookie!.expires > Date.now() / 1000 + 29 * 24 * 3600, `expires ${cookie!.expires}`)
  await saved(() => button(scheduleTexts.pause.resumeOf('tablet')).click())
}, [...REFUSED, /^WebSocket/])

story(
  'another user who signs in gets a new page in every tab, and the call that waited is not made',
  async ({ router, tablet }) => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await pauseButton(other).waitFor()
    await page.context().clearCookies()
    await pauseButton(other).dispatchEvent('click')
    await nameIn(other).fill('admin')
    await signInAgain(other, 'open sesame')
    for (const tab of [page, other]) {
      await tab.getByRole('link', { name: texts.shell.devices, exact: true }).waitFor()
      assert.equal(await pauseButton(tab).count(), 0)
    }
    assert.deepEqual(await router.api(pfw.rules.path), [])
    assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
    await other.close()
  },
  [...REFUSED, /^WebSocket/],
)

story('an owner sees whose sessions there are, and signs out only their own', async ({ router }) => {
  await router.api('/session', undefined, 'PUT')
  await visit('/admin/system/access')
  const sessions = page.getByRole('region', { name: accessTexts.sessions.title, exact: true })
  const ofRobin = sessions.getByRole('listitem').filter({ hasText: accessTexts.sessions.of('robin') })
  const other = sessions.getByRole('listitem').filter({ hasText: accessTexts.sessions.token })
  await ofRobin.first().waitFor()
  await other.first().waitFor()
  await look('sessions-of-all')
  const before = await ofRobin.count()
  await button(accessTexts.sessions.signOutOthers).click()
  const dialog = page.getByRole('dialog', { name: accessTexts.sessions.othersTitle, exact: true })
  await saved(() => dialog.getByRole('button', { name: accessTexts.sessions.signOutOthers, exact: true }).click())
  await other.first().waitFor({ state: 'detached' })
  assert.equal(await ofRobin.count(), before)
})

story(
  'the page of a viewer fits on every screen',
  async () => {
    await enter(app, 'alex')
    await app.words(words.readOnly).waitFor()
    await look('viewer-home')
  },
  ENDED,
)
