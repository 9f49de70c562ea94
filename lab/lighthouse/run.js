import { readFileSync } from 'node:fs'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'

/**
 * Prints the Lighthouse scores of pages. Reads them from standard input as JSON, with the session of a browser (`stored` in its local storage, and its `cookie`):
 * `{ pages: { name: url }, session, categories }`. Prints, as JSON, for each name the score of each category,
 * 0 to 100, the titles of what is not in order, for how long its scripts keep a finger waiting, in milliseconds, by how
 * much it moves while it loads, and the bytes of all that it fetches.
 */
const { pages, session, categories } = JSON.parse(readFileSync(0, 'utf8'))

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
})
const scores = {}
for (const [name, url] of Object.entries(pages)) {
  const page = await browser.newPage()
  if (session) {
    await page.setCookie(session.cookie)
    await page.evaluateOnNewDocument((text) => localStorage.setItem('sallyport.session', text), session.stored)
  }
  const flags = { onlyCategories: categories, logLevel: 'error' }
  const { lhr } = await lighthouse(url, flags, undefined, page)
  const ofCategories = categories.map((category) => [category, Math.round(100 * lhr.categories[category].score)])
  const refs = categories.filter((name) => name !== 'performance').flatMap((name) => lhr.categories[name].auditRefs)
  const wrong = refs
    .map(({ id, weight }) => ({ weight, ...lhr.audits[id] }))
    .filter(({ score, weight }) => weight > 0 && score === 0)
  const measured = (audit) => lhr.audits[audit].numericValue
  scores[name] = {
    ...Object.fromEntries(ofCategories),
    wrong: wrong.map(({ title }) => title),
    blockingMs: measured('total-blocking-time'),
    shift: measured('cumulative-layout-shift'),
    bytes: measured('total-byte-weight'),
  }
  await page.close()
}
await browser.close()
console.log(JSON.stringify(scores))
