import { copyFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The pictures of the admin app that the site shows, by day and by night. `npm run pictures` at the root takes and copies them. */
const SHOWN = ['home', 'map-chosen', 'device-reach-no']

const from = (name: string): string => fileURLToPath(new URL(`../.sallyport/screens/${name}.png`, import.meta.url))
const to = (name: string): string => fileURLToPath(new URL(`./static/img/screens/${name}.png`, import.meta.url))

mkdirSync(new URL('./static/img/screens/', import.meta.url), { recursive: true })
for (const screen of SHOWN)
  for (const look of ['desktop-light', 'desktop-dark']) copyFileSync(from(`${screen}-${look}`), to(`${screen}-${look}`))
