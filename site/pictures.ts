import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

/**
 * The pictures of the admin app that the site shows, on phone and desk, by day and by night. `npm run pictures` at the root
 * takes them anew and has this program make them small: the browser that took them also encodes them.
 */
const SHOWN = ['home', 'map-chosen', 'device-reach-no']
/** Pictures that stories take, during `npm test` (`lab/browser/inspect.ts`); on the desk only. Left alone if they are not there. */
const OF_STORIES = [
  ...['schedule-edit', 'schedules', 'device-bedtime', 'refused-device', 'setup-restore'],
  ...['passkeys-list', 'passkeys-sign-in', 'passkeys-needs', 'parent-home', 'users-phone', 'setup-restore-server'],
]
/** In pixels: a little less than twice the width on a page. Pictures of a phone are cut to the height of its screen. */
const SIZES = { desktop: { width: 1440, highest: Number.POSITIVE_INFINITY }, phone: { width: 640, highest: 1280 } }
/** Those of stories have one pixel for each of CSS. */
const STORY_SIZE = { width: 1280, highest: 1100 }
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
  const shrink = async (name: string, size: (typeof SIZES)['phone']): Promise<void> => {
    const png = readFileSync(new URL(`${name}.png`, FROM)).toString('base64')
    const webp = await page.evaluate<string>(encode(png, size))
    writeFileSync(new URL(`${name}.webp`, TO), Buffer.from(webp, 'base64'))
  }
  for (const mode of ['light', 'dark']) {
    for (const screen of SHOWN)
      for (const [place, size] of Object.entries(SIZES)) await shrink(`${screen}-${place}-${mode}`, size)
    for (const name of OF_STORIES.map((screen) => `${screen}-desktop-${mode}`))
      if (existsSync(new URL(`${name}.png`, FROM))) await shrink(name, STORY_SIZE)
  }
} finally {
  await browser.close()
}
