import { readFileSync } from 'node:fs'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'

/**
 * Lighthouse's scores for pages, which stand on standard input as JSON with what a tab keeps of somebody who is signed in:
 * `{ pages: { name: url }, session }`. Prints, as JSON, for each name the score of each category,
 * 0 to 100, and the titles of what is not in order.
 */
const { pages, session } = JSON.parse(readFileSync(0, 'utf8'))
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

const browser = await puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
})
const told = {}
for (const [name, url] of Object.entries(pages)) {
  const page = await browser.newPage()
  if (session) await page.evaluateOnNewDocument((text) => sessionStorage.setItem('sallyport.session', text), session)
  const flags = { onlyCategories: CATEGORIES, logLevel: 'error' }
  const { lhr } = await lighthouse(url, flags, undefined, page)
  const scores = CATEGORIES.map((category) => [category, Math.round(100 * lhr.categories[category].score)])
  const refs = CATEGORIES.slice(1).flatMap((category) => lhr.categories[category].auditRefs)
  const wrong = refs
    .map(({ id, weight }) => ({ weight, ...lhr.audits[id] }))
    .filter(({ score, weight }) => weight > 0 && score === 0)
  told[name] = { ...Object.fromEntries(scores), wrong: wrong.map(({ title }) => title) }
  await page.close()
}
await browser.close()
console.log(JSON.stringify(told))
