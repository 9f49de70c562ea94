import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '../process/until.ts'
import { answerWith, type Hit, hitOf } from './answers.ts'
import { isClosed, isFound, lookFor, openBox } from './box.ts'
import { buildVariant } from './build.ts'
import { openSiteStories } from './stage.ts'

/** Recent and favourite searches, and pages without storage. */
const { walk } = openSiteStories()
const trial = openSiteStories(await buildVariant('trial'))

const RECENT = '__DOCSEARCH_RECENT_SEARCHES__sallyport'
const FAVORITE = '__DOCSEARCH_FAVORITE_SEARCHES__sallyport'
const box = (page: Page) => page.locator('.DocSearch-Modal')
const hits = (page: Page) => page.locator('.DocSearch-Hit')

/** The stored searches. */
const saved = async (page: Page, key: string): Promise<Hit[]> =>
  JSON.parse((await page.evaluate<string | null>(`localStorage.getItem('${key}')`)) ?? '[]')
const ids = async (page: Page, key: string): Promise<string[]> =>
  (await saved(page, key)).map(({ objectID }) => objectID)

/** Saves searches before the box opens, in its own format. */
function save(page: Page, key: string, names: readonly string[]): Promise<void> {
  const kept = names.map((name) => ({
    ...hitOf(['Guides', name]),
    _highlightResult: undefined,
    _snippetResult: undefined,
  }))
  return page.evaluate(`localStorage.setItem('${key}', ${JSON.stringify(JSON.stringify(kept))})`)
}

/** Searches, and opens the first result. */
async function choose(page: Page, query: string): Promise<void> {
  await lookFor(page, query)
  await isFound(page)
  const before = page.url()
  await page.keyboard.press('Enter')
  await isClosed(page)
  // The opened page takes the focus, and earlier keys are lost.
  await page.waitForURL((url) => url.href !== before)
}

walk('an opened heading is stored, or the page of an opened text, without highlights', '/docs/faq', async (page) => {
  const heading = hitOf(['Guides', 'One'])
  await answerWith(page, (query) =>
    query === 'h' ? [heading] : [hitOf(['Guides', 'Two']), hitOf(['Guides', 'Two'], 'a text')],
  )
  await choose(page, 'h')
  await lookFor(page, 't')
  await hits(page).getByText('a text').click()
  await isClosed(page)
  assert.deepEqual(await ids(page, RECENT), ['Guides/Two/', 'Guides/One/'])
  const kept = await page.evaluate<string>(`localStorage.getItem('${RECENT}')`)
  assert.doesNotMatch(kept, /_highlightResult|_snippetResult|search-only|<mark>/)
  const [, one] = await saved(page, RECENT)
  assert.deepEqual([one!.type, one!.hierarchy.lvl1], ['lvl1', 'One'])
})

walk('seven recent searches are stored, latest first; four with favourites', '/docs/faq', async (page) => {
  await answerWith(page, (query) => [hitOf(['Guides', `New ${query}`])])
  const seven = ['1', '2', '3', '4', '5', '6', '7']
  await save(page, RECENT, seven)
  await choose(page, '8')
  assert.deepEqual(await ids(page, RECENT), ['Guides/New 8/', ...seven.slice(0, 6).map((one) => `Guides/${one}/`)])
  await save(page, FAVORITE, ['Always'])
  await choose(page, '9')
  assert.deepEqual(await ids(page, RECENT), ['Guides/New 9/', 'Guides/New 8/', 'Guides/1/', 'Guides/2/'])
})

walk('a recent search can become a favourite, up to ten; each can be removed', '/docs/faq', async (page) => {
  const ten = Array.from({ length: 10 }, (_, at) => `F${at}`)
  await save(page, FAVORITE, ten)
  await save(page, RECENT, ['One', 'Two'])
  await openBox(page)
  assert.deepEqual(await page.locator('.DocSearch-Hit-source').allTextContents(), ['Recent', 'Favorite'])
  const action = (item: string, name: string) => hits(page).filter({ hasText: item }).getByTitle(name)
  await action('One', 'Save this search').click()
  await until('it to be a favourite', async () => (await ids(page, FAVORITE))[0] === 'Guides/One/')
  assert.deepEqual(
    await ids(page, FAVORITE),
    ['One', ...ten.slice(0, 9)].map((one) => `Guides/${one}/`),
  )
  assert.deepEqual(await ids(page, RECENT), ['Guides/Two/'])
  await action('Two', 'Remove this search from history').click()
  await until('it to be gone', async () => (await ids(page, RECENT)).length === 0)
  await action('One', 'Remove this search from favorites').click()
  await until('the favourite to be gone', async () => !(await ids(page, FAVORITE)).includes('Guides/One/'))
})

walk('an opened favourite is not stored twice', '/docs/faq', async (page) => {
  await answerWith(page, () => [hitOf(['Guides', 'One'])])
  await save(page, FAVORITE, ['One'])
  await choose(page, 'o')
  assert.deepEqual([await ids(page, RECENT), await ids(page, FAVORITE)], [[], ['Guides/One/']])
  await openBox(page)
  await hits(page).filter({ hasText: 'One' }).waitFor()
})

trial.walk('with SITE_SEARCH_MEMORY=off no searches are stored', '/docs/faq', async (page) => {
  await answerWith(page, () => [hitOf(['Guides', 'One'])])
  await choose(page, 'o')
  await openBox(page)
  assert.equal(await box(page).getByText('Recent', { exact: true }).count(), 0)
  assert.deepEqual(await ids(page, RECENT), [])
})

trial.walk('the chosen docs version is stored for each docs plugin', '/docs/faq', async (page) => {
  const versions = page.locator('.dropdown', { hasText: 'All versions' })
  await versions.locator('> a').hover()
  await versions.locator('.dropdown__menu a').first().click()
  const kept = `localStorage.getItem('docs-preferred-version-default')`
  await until('it to be kept', async () => (await page.evaluate(kept)) === 'current')
})

trial.walk(
  'pages, announcements, colors and search work without storage, and log nothing',
  '/docs/faq',
  async (page) => {
    const said: string[] = []
    page.on('console', (line) => said.push(line.text()))
    const own = await page.evaluate<object>(`Object.getOwnPropertyDescriptor(window, 'localStorage')`)
    assert.equal((own as { configurable: boolean }).configurable, true)
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException(name, 'SecurityError') } })`)
    await answerWith(page, () => [hitOf(['Guides', 'One'])])
    await trial.open(page, '/docs/faq')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.locator('.theme-announcement-bar').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Switch between/ }).click()
    await page.locator('html[data-theme-choice="light"]').waitFor({ state: 'attached' })
    await choose(page, 'o')
    await openBox(page)
    assert.deepEqual(said, [])
  },
)
