import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { languageTexts as germanLanguage } from '../../../web/texts/de/language.ts'
import { texts as german } from '../../../web/texts/de/texts.ts'
import { searchTexts } from '../../../web/texts/home/search.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import { isFound, takesLetters } from '../../site/box.ts'

const isBuilt = existsSync(join(ROOT, 'site/dist/served.json'))

/** The search of the app, the documentation on the router, and the languages of the app. */
const { story, page, enter, choice, heading, link } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  reader: { Policies: [] },
  camera: { Policies: ['noapi'] },
})

/** Opens the search with the keyboard, and opens its first result. */
async function searchFor(typed: string, found: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: searchTexts.title, exact: true, includeHidden: true })
  await page.keyboard.press('Control+k')
  await choice(searchTexts.field).fill(typed)
  await dialog.getByRole('option', { selected: true }).filter({ hasText: found }).waitFor()
  await page.keyboard.press('Enter')
  // It takes the keys until it is removed.
  await dialog.waitFor({ state: 'detached' })
}

story('the search finds a device by a part of its name, and a setting by another word for it', async () => {
  await enter('/admin', texts.shell.start)
  await searchFor('lapt', 'laptop')
  await heading('laptop').waitFor()
  await searchFor('2fa', 'One-time codes')
  await heading(accessTexts.otp.title).waitFor()
  assert.equal(new URL(page.url()).pathname, '/admin/system/access')
})

const curl = ['curl', '-s', '-m', '5']

if (isBuilt) {
  story('the app links to the documentation, and three letters find a page', async ({ router }) => {
    const opened = page.waitForEvent('popup')
    await link('Documentation').click()
    const docs = await opened
    await docs.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
    const guide = new URL(docs.url()).pathname
    assert.match(guide, /^\/pages\/docs\//)
    await docs.keyboard.press('/')
    await takesLetters(docs)
    await docs.keyboard.type('fir')
    await isFound(docs, /^fir/i)
    await docs.keyboard.press('Enter')
    await docs.getByRole('heading', { level: 1, name: /firewall/i }).waitFor()
    const found = new URL(docs.url()).pathname
    await docs.close()
    await until('both pages to be counted', async () => {
      const counts = (await router.api('/pageviews')) as Record<string, number>
      return counts[guide] === 1 && counts[found] === 1
    })
  })

  story('devices without other access can read the documentation, except with noapi', async ({ reader, camera }) => {
    const read = ['-o', '/dev/null', '-w', '%{http_code} %{content_type}', `${ROUTER}/pages/docs/intro`]
    assert.equal(await reader.namespace.run([...curl, ...read]), '200 text/html; charset=utf-8')
    assert.notEqual((await camera.namespace.outcome([...curl, ...read])).code, 0)
  })

  story('requests with a foreign host name are rejected', async ({ reader }) => {
    const asked = ['-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: elsewhere.test', `${ROUTER}/pages/docs/intro`]
    assert.equal(await reader.namespace.run([...curl, ...asked]), '421')
  })
}

story('a German browser gets the app in German, and the choice of English is kept', async () => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE' })
  const other = await context.newPage()
  other.setDefaultTimeout(20_000)
  const title = (name: string) => other.getByRole('heading', { name, exact: true })
  await other.goto(ROUTER)
  await title(german.login.title).waitFor()
  await inspect(other, undefined, ['phone-light'])
  await other.getByRole('textbox', { name: german.login.password, exact: true }).fill('open sesame')
  await other.getByRole('button', { name: german.login.submit, exact: true }).click()
  await title(german.shell.start).waitFor()
  assert.equal(await other.evaluate('document.documentElement.lang'), 'de')
  await other.getByRole('button', { name: germanLanguage.choose, exact: true }).click()
  await other.getByRole('button', { name: 'English', exact: true }).click()
  await title(texts.shell.start).waitFor()
  await other.reload()
  await title(texts.shell.start).waitFor()
  await context.close()
})
