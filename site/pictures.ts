import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

/**
 * The pictures of the admin app that the site shows, on phone and desk, by day and by night. `npm run pictures` at the root
 * takes them anew and has this program make them small: the browser that took them also encodes them.
 */
const SHOWN = ['home', 'map-chosen', 'device-reach-no']
/** As wide as they are needed, in pixels: a little less than twice what a page gives them. Of a phone, what it shows at once. */
const SIZES = { desktop: { width: 1440, highest: Number.POSITIVE_INFINITY }, phone: { width: 640, highest: 1280 } }
const QUALITY = 0.82

const FROM = new URL('../.sallyport/screens/', import.meta.url)
const TO = new URL('./static/img/screens/', import.meta.url)

const encode = (png: string, { width, highest }: { width: number; highest: number }): string => `(async () => {
  const image = new Image()
  image.src = 'data:image/png;base64,${png}'
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = ${width}
  const height = Math.round(image.height * ${width} / image.width)
  canvas.height = Math.min(height, ${highest})
  const ink = canvas.getContext('2d')
  ink.imageSmoothingQuality = 'high'
  ink.drawImage(image, 0, 0, ${width}, height)
  return canvas.toDataURL('image/webp', ${QUALITY}).split(',')[1]
})()`

mkdirSync(TO, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage()
  for (const screen of SHOWN)
    for (const [place, size] of Object.entries(SIZES))
      for (const mode of ['light', 'dark']) {
        const name = `${screen}-${place}-${mode}`
        const png = readFileSync(new URL(`${name}.png`, FROM)).toString('base64')
        const webp = await page.evaluate<string>(encode(png, size))
        writeFileSync(new URL(`${name}.webp`, TO), Buffer.from(webp, 'base64'))
      }
} finally {
  await browser.close()
}
