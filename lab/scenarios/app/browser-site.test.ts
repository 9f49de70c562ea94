import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import { isFound, takesLetters } from '../../site/box.ts'

/** The documentation on the router, opened from a household device. */
const isBuilt = existsSync(join(ROOT, 'site/dist/served.json'))
const { story, page, visit, signIn, link } = await openAppStories({
  desk: { wired: true },
  phone: { Policies: [] },
  camera: { Policies: ['noapi'] },
})

const curl = ['curl', '-s', '-m', '5']

if (isBuilt) {
  story('the app links to the documentation, and three letters find a page', async ({ router }) => {
    await visit('/')
    await signIn()
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

  story('devices without other access can read the documentation, except with noapi', async ({ phone, camera }) => {
    const read = ['-o', '/dev/null', '-w', '%{http_code} %{content_type}', `${ROUTER}/pages/docs/intro`]
    assert.equal(await phone.namespace.run([...curl, ...read]), '200 text/html; charset=utf-8')
    assert.notEqual((await camera.namespace.outcome([...curl, ...read])).code, 0)
  })

  story('requests with a foreign host name are rejected', async ({ phone }) => {
    const asked = ['-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: elsewhere.test', `${ROUTER}/pages/docs/intro`]
    assert.equal(await phone.namespace.run([...curl, ...asked]), '421')
  })
}
