import assert from 'node:assert/strict'
import { setupTexts as germanTexts } from '../../../web/texts/de/home/setup.ts'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { setupTexts } from '../../../web/texts/home/setup.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { PROVIDER, WEB } from '../../guests/addresses.ts'

/** Variants of the setup of a router without a radio. With a radio, from its beginning to its end: browser-setup-wifi.test.ts. */
const PASSWORD = 'a long enough password'
const { internet, home: homeStep, moved, computer, phone: phoneStep } = setupTexts
const { story, page, visit, field, choice, button, heading, link, words, saved } = await openAppStories(
  { desk: { wired: true, unknown: true }, phone: { unknown: true }, stranger: { wired: true, unknown: true } },
  { unset: true, password: PASSWORD },
)
const MOVED = 'http://10.88.0.1'

/** Signs in to continue the setup. */
async function comeBack(): Promise<void> {
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
}

story('setup is available in German, and fits a phone', async () => {
  await visit('/')
  await heading(setupTexts.title).waitFor()
  await button('Deutsch').click()
  await heading(germanTexts.title).waitFor()
  await inspect(page)
  await button('English').click()
  await heading(setupTexts.title).waitFor()
})

story(
  'setup rejects the caller’s own port as the uplink',
  async ({ desk }) => {
    assert.ok(!(await desk.reaches(WEB, 80)), 'a new computer may do nothing')
    await visit('/')
    for (const name of [setupTexts.password, setupTexts.again]) await field(name).fill(PASSWORD)
    await page.getByRole('radio', { name: 'lan0' }).check()
    await button(setupTexts.submit).click()
    await words(setupTexts.ownPort).waitFor()
    await page.getByRole('radio', { name: 'wan0' }).check()
    await button(setupTexts.submit).click()
    await words(internet.up).waitFor()
  },
  [/^PUT \/setup 400$/],
)

story(
  'setup accepts a static uplink address',
  async ({ router }) => {
    const { gateway, prefix } = PROVIDER.public
    const given = gateway.replace(/\d+$/, '200')
    await button(internet.change).click()
    await page.getByText(internet.ways.fixed, { exact: true }).click()
    await field(internet.ip).fill(given)
    await button(internet.use).click()
    await words(/must be a host’s address and prefix length/).waitFor()
    await field(internet.ip).fill(`${given}/${prefix}`)
    await field(internet.router).fill(gateway)
    await button(internet.use).click()
    await words(internet.upHint(given)).waitFor()
    assert.equal(await router.uplinkAddress(), given)
  },
  [/^PUT \/uplink\/ip 400$/],
)

story(
  'setup detects an unplugged cable, and waits for an unreachable router',
  async (home) => {
    await home.internet.cut(home.line)
    await words(internet.noCable).waitFor()
    await home.internet.mend(home.line)
    await words(internet.up).waitFor()
    await button(setupTexts.next).click()
    await field(homeStep.name).fill('castle')
    assert.equal(await choice(systemTexts.time.zone).inputValue(), 'UTC', 'that of the browser')
    await choice(systemTexts.time.zone).selectOption('Europe/Berlin')
    await home.router.kill()
    await button(setupTexts.next).click()
    await words(texts.failure.unreachable).waitFor()
    await home.router.start()
    await button(setupTexts.next).click()
    await heading(computer.title).waitFor()
  },
  [/net::ERR_|WebSocket/],
)

story('setup continues after a reload, from the router’s address, and on another computer', async () => {
  await page.reload()
  await heading(computer.title).waitFor()
  await visit('/')
  await heading(computer.title).waitFor()
  const elsewhere = await page.context().browser()!.newPage()
  await elsewhere.goto(ROUTER)
  await elsewhere.getByRole('button', { name: setupTexts.resume.offer }).click()
  await elsewhere.getByRole('textbox', { name: texts.login.password }).fill(PASSWORD)
  await elsewhere.getByRole('button', { name: texts.login.submit }).click()
  await elsewhere.getByText(internet.up, { exact: true }).waitFor()
  await elsewhere.getByRole('button', { name: setupTexts.next }).click()
  assert.equal(await elsewhere.getByRole('textbox', { name: homeStep.name }).inputValue(), 'castle')
  assert.equal(await elsewhere.getByRole('combobox', { name: systemTexts.time.zone }).inputValue(), 'Europe/Berlin')
  await elsewhere.close()
})

story(
  'setup follows the router to another address range',
  async ({ desk }) => {
    await page.goto(`${ROUTER}/auth/setup?step=home`)
    await field(homeStep.net).fill('10.88.0.0/16')
    await saved(() => button(setupTexts.next).click())
    await heading(moved.title).waitFor()
    await page
      .getByRole('link', { name: moved.go })
      .or(page.getByRole('button', { name: moved.go }))
      .click()
    await heading(setupTexts.resume.title).waitFor()
    assert.ok(page.url().startsWith(MOVED))
    await comeBack()
    await heading(computer.title).waitFor()
    assert.ok(await desk.reaches('192.168.2.1', 80), 'who has not followed yet is not cut off')
  },
  [/^it asked for (http|ws):\/\/10\.88\.0\.1\//],
)

story(
  'setup adds the computer and a phone, and then requires sign-in',
  async ({ desk, phone, stranger, router }) => {
    await stranger.join()
    assert.equal(await desk.fetch('http://www.test/'), undefined)
    await field(computer.name).fill('Mum’s laptop')
    await saved(() => button(computer.submit).click())
    assert.ok(await desk.fetch('http://www.test/'))
    assert.equal(await stranger.fetch('http://www.test/'), undefined)

    await field(addTexts.name).fill('Mum’s phone')
    await button(addTexts.submit).click()
    await words(addTexts.waiting('Mum’s phone')).waitFor()
    await phone.join()
    await words(addTexts.joined('Mum’s phone')).waitFor()
    assert.ok(await phone.fetch('http://www.test/'))
    await button(phoneStep.finish).click()
    await heading(texts.shell.start).waitFor()
    await link(texts.shell.devices).click()
    await page.getByRole('listitem').filter({ hasText: 'Mum’s laptop' }).waitFor()
    assert.equal((await router.ask({ path: '/setup' })).status, 400)
  },
  [/^it asked for (http|ws):\/\/10\.88\.0\.1\//],
)
